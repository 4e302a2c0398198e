package facts

// Terms of a bill, which the price lists of AWS state beside the prices.
const (
	// FreeUnitHours of provisioned capacity a month and Region are free, of reads
	// and of writes each: 25 units in a month of 744 hours. Documented: it is the
	// first band of the price list.
	FreeUnitHours = 18_600
	// FreeStorageGB a month and Region are free, in the class Standard. Documented.
	FreeStorageGB = 25
	// FreeStreamReads a month and Region are free. Documented.
	FreeStreamReads = 2_500_000
	// ReservedBlock is how many units reserved capacity is bought in. Documented.
	ReservedBlock = 100
	// HoursOfYear spread what is paid upfront over the term of a reservation.
	HoursOfYear = 8_760
	// SavingsOnDemand and SavingsProvisioned are the parts of the list price that a
	// Database Savings Plan of one year leaves. Inferred: they were measured on
	// Amazon Keyspaces, which uses the same units.
	SavingsOnDemand    = "0.82"
	SavingsProvisioned = "0.88"
)
