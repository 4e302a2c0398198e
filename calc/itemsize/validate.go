package itemsize

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// Validate checks what DynamoDB refuses in an item whatever its table: sets that
// are empty or hold a member twice (R1.12), names that are too long and values
// that nest too deep (R1.17). An attribute has a name; a member of a map need not.
// Sizes are left to the caller.
func (i Item) Validate() error { return i.validate(1) }

// validate checks an item or map that is on a level, the item's being 1.
func (i Item) validate(level int) error {
	if level > facts.NestingLimit {
		return tooDeep()
	}
	for _, a := range i {
		if a.Name == "" && level == 1 {
			return mistake("an attribute without a name: a name has at least one character")
		}
		if size := units.Bytes(len(a.Name)); size > facts.AttributeNameLimit {
			return mistake("attribute name %s has %v: a name may have up to %v", quote(a.Name), size, facts.AttributeNameLimit)
		}
		if err := a.Value.validate(level); err != nil {
			return within(step(a.Name), err)
		}
	}
	return nil
}

// validate checks a value whose container is on a level.
func (v Value) validate(level int) error {
	switch v.Kind {
	case M:
		return v.Map.validate(level + 1)
	case L:
		return v.validateList(level + 1)
	case SS, NS, BS:
		return v.validateSet()
	}
	return nil
}

func (v Value) validateList(level int) error {
	if level > facts.NestingLimit {
		return tooDeep()
	}
	for i, e := range v.Elements {
		if err := e.validate(level); err != nil {
			return within(fmt.Sprintf("[%d]", i), err)
		}
	}
	return nil
}

func (v Value) validateSet() error {
	if len(v.Elements) == 0 {
		return mistake("an empty set: a set has at least one member; leave the attribute out instead")
	}
	members := sorted(v.Elements)
	for i := range members[1:] {
		if members[i].Equal(members[i+1]) {
			return mistake("the set holds %s twice: members of a set differ from each other", members[i].display())
		}
	}
	return nil
}

// display shows a value that is a member of a set.
func (v Value) display() string {
	switch v.Kind {
	case N:
		return v.Number.String()
	case B:
		return fmt.Sprintf("the bytes %x", v.Text[:min(len(v.Text), 20)])
	}
	return quote(v.Text)
}

func tooDeep() error {
	return mistake("nested too deep: an item has at most %d levels, itself included", facts.NestingLimit)
}
