-- Code relies on the messages `decided`, `committed` and `period_closed`.

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
-- No line comes too late for the run that would have to commit it.
CREATE TRIGGER payroll_transactions_open_period BEFORE INSERT ON payroll_transactions
WHEN NEW.state = 'PENDING' AND EXISTS (
	SELECT 1 FROM payroll_runs WHERE company_id = NEW.company_id AND closes_until >= NEW.payroll_reference_date
)
BEGIN
	SELECT RAISE(ABORT, 'period_closed');
END;
