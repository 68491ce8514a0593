-- What the tables cannot say of themselves. Code relies on the messages `overlap` and `stale_revision`.

-- Periods of one employee never overlap. Both ends belong to a period; 253402300799999 is 9999-12-31T23:59:59.999Z.
CREATE TRIGGER flex_accesses_no_overlap_on_insert BEFORE INSERT ON flex_accesses
WHEN NEW.date_deleted IS NULL AND EXISTS (
	SELECT 1 FROM flex_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
CREATE TRIGGER flex_accesses_no_overlap_on_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON flex_accesses
WHEN NEW.date_deleted IS NULL AND EXISTS (
	SELECT 1 FROM flex_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
CREATE TRIGGER default_accesses_no_overlap_on_insert BEFORE INSERT ON default_accesses
WHEN NEW.date_deleted IS NULL AND EXISTS (
	SELECT 1 FROM default_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
CREATE TRIGGER default_accesses_no_overlap_on_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON default_accesses
WHEN NEW.date_deleted IS NULL AND EXISTS (
	SELECT 1 FROM default_accesses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
CREATE TRIGGER planned_vouchers_no_overlap_on_insert BEFORE INSERT ON planned_vouchers
WHEN NEW.date_deleted IS NULL AND NEW.goodies_voucher_type = 'GENERIC' AND NEW.interval = 'MONTHLY' AND EXISTS (
	SELECT 1 FROM planned_vouchers old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id AND old.goodies_voucher_type = 'GENERIC' AND old.interval = 'MONTHLY'
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
CREATE TRIGGER planned_vouchers_no_overlap_on_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON planned_vouchers
WHEN NEW.date_deleted IS NULL AND NEW.goodies_voucher_type = 'GENERIC' AND NEW.interval = 'MONTHLY' AND EXISTS (
	SELECT 1 FROM planned_vouchers old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id AND old.goodies_voucher_type = 'GENERIC' AND old.interval = 'MONTHLY'
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
-- A monthly budget gives an employee at most one voucher a calendar month (UTC).
CREATE UNIQUE INDEX issued_vouchers_month ON issued_vouchers (employee_id, strftime('%Y-%m', due_date / 1000, 'unixepoch'))
WHERE goodies_voucher_type = 'GENERIC' AND interval = 'MONTHLY';
--> statement-breakpoint
-- Each change of an employee advances its revision by exactly one, so that of two writers that read the same state one fails.
CREATE TRIGGER employees_revision BEFORE UPDATE OF revision ON employees
WHEN NEW.revision <> OLD.revision + 1
BEGIN
	SELECT RAISE(ABORT, 'stale_revision');
END;
--> statement-breakpoint
-- employee_groups is the index of employees.groups.
CREATE TRIGGER employees_groups_on_insert AFTER INSERT ON employees
BEGIN
	INSERT INTO employee_groups (company_id, name, employee_id)
	SELECT DISTINCT NEW.company_id, value, NEW.id FROM json_each(NEW.groups);
END;
--> statement-breakpoint
CREATE TRIGGER employees_groups_on_update AFTER UPDATE OF groups, company_id ON employees
WHEN NEW.groups <> OLD.groups OR NEW.company_id <> OLD.company_id
BEGIN
	DELETE FROM employee_groups WHERE employee_id = NEW.id;
	INSERT INTO employee_groups (company_id, name, employee_id)
	SELECT DISTINCT NEW.company_id, value, NEW.id FROM json_each(NEW.groups);
END;
--> statement-breakpoint
-- The built-in tax rule template, without companies and without rules.
INSERT INTO tax_rule_templates (id, date_created, date_modified, name, rules)
VALUES ('default', 1767225600000, 1767225600000, 'Default', '[]');
