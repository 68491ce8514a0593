-- Code relies on the messages `decided`, `committed`, `period_closed` and `too_many_receipts`.

-- An expense is decided once. The same decision may be stored again, when the answer to the first attempt was lost.
CREATE TRIGGER expenses_decided BEFORE UPDATE OF state ON expenses
WHEN OLD.state <> 'SUBMITTED'
	AND (NEW.state <> OLD.state OR NEW.decider_id <> OLD.decider_id OR NEW.date_decided <> OLD.date_decided)
BEGIN
	SELECT RAISE(ABORT, 'decided');
END;
--> statement-breakpoint
-- A committed line never changes.
CREATE TRIGGER payroll_transactions_committed_on_update BEFORE UPDATE ON payroll_transactions
WHEN OLD.state = 'COMMITTED'
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
--> statement-breakpoint
CREATE TRIGGER payroll_transactions_committed_on_delete BEFORE DELETE ON payroll_transactions
WHEN OLD.state = 'COMMITTED'
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
--> statement-breakpoint
-- REPLACE fires neither of these; an insert of a committed line's id does nothing.
CREATE TRIGGER payroll_transactions_committed_on_insert BEFORE INSERT ON payroll_transactions
WHEN EXISTS (SELECT 1 FROM payroll_transactions WHERE id = NEW.id AND state = 'COMMITTED')
BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- Nor do a closed run, and an expense that was paid.
CREATE TRIGGER payroll_runs_closed BEFORE UPDATE ON payroll_runs
WHEN OLD.state = 'CLOSED'
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
--> statement-breakpoint
CREATE TRIGGER expenses_approved BEFORE DELETE ON expenses
WHEN OLD.state = 'APPROVED'
BEGIN
	SELECT RAISE(ABORT, 'committed');
END;
--> statement-breakpoint
-- No line comes too late for the run that would have to commit it.
CREATE TRIGGER payroll_transactions_open_period BEFORE INSERT ON payroll_transactions
WHEN NEW.state = 'PENDING' AND EXISTS (
	SELECT 1 FROM payroll_runs WHERE company_id = NEW.company_id AND closes_until >= NEW.payroll_reference_date
)
BEGIN
	SELECT RAISE(ABORT, 'period_closed');
END;
--> statement-breakpoint
-- At most 5 receipts an expense, and none once it is decided. The same row may be sent again.
CREATE TRIGGER receipts_count BEFORE INSERT ON receipts
WHEN (SELECT count(*) FROM receipts WHERE expense_id = NEW.expense_id AND id <> NEW.id) >= 5
BEGIN
	SELECT RAISE(ABORT, 'too_many_receipts');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_of_submitted BEFORE INSERT ON receipts
WHEN NOT EXISTS (SELECT 1 FROM expenses WHERE id = NEW.expense_id AND state = 'SUBMITTED')
BEGIN
	SELECT RAISE(ABORT, 'decided');
END;
--> statement-breakpoint
-- Expenses of a month (UTC), which the schema cannot index: its tool breaks expressions at their commas.
CREATE INDEX expenses_company_month ON expenses (company_id, strftime('%Y-%m', date / 1000, 'unixepoch'), id);
--> statement-breakpoint
CREATE INDEX expenses_company_state_month ON expenses (company_id, state, strftime('%Y-%m', date / 1000, 'unixepoch'), id);
