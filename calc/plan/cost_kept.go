package plan

import (
	"github.com/shopspring/decimal"

	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
)

// kept is what is kept of a table besides the table itself, in a month. Recovery to
// a point in time goes by the size of the table with its local indexes, as stored is
// (R6.46). Backups are as large as the scenario says, all of the month.
func kept(s *scenario.Scenario, stored price.Use) []price.Use {
	t, _ := s.Table(stored.Table)
	recovery, backup := stored, stored
	recovery.Kind, backup.Kind = price.PointInTimeRecovery, price.Backup
	if !t.Recovery {
		recovery.Quantity = decimal.Zero
	}
	backup.Quantity = decimal.NewFromInt(int64(t.Backups)).Div(decimal.NewFromFloat(s.Assume.BilledGB))
	return []price.Use{recovery, backup}
}

func keeps(t scenario.Table) bool { return t.Recovery || t.Backups > 0 }
