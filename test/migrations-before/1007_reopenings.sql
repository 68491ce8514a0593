CREATE TABLE `payroll_settlements` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text NOT NULL,
	`author_id` text NOT NULL,
	`date` integer NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `payroll_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payroll_settlements_company` ON `payroll_settlements` (`company_id`,`transaction_id`);--> statement-breakpoint
ALTER TABLE `expenses` ADD `returner_id` text REFERENCES users(id);--> statement-breakpoint

-- == A decision can be taken back until payroll has committed or settled its payment.

DROP TRIGGER expenses_guard_decision;
--> statement-breakpoint
-- A decision stands until it is taken back, which leaves nothing of it. An expense that was returned gets any state but APPROVED.
CREATE TRIGGER expenses_guard_decision BEFORE UPDATE OF state ON expenses
WHEN OLD.state <> 'SUBMITTED' AND NOT (OLD.state = 'NEEDS_CORRECTION' AND NEW.state <> 'APPROVED')
	AND NOT (OLD.state IN ('APPROVED', 'REJECTED') AND NEW.state = 'SUBMITTED' AND NEW.decider_id IS NULL AND NEW.date_decided IS NULL)
	AND (NEW.state <> OLD.state OR NEW.decider_id IS NOT OLD.decider_id OR NEW.date_decided IS NOT OLD.date_decided)
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- An approval is not taken back once a line of it is committed or settled, nor before its waiting lines are withdrawn.
CREATE TRIGGER expenses_race_payment BEFORE UPDATE OF state ON expenses
WHEN OLD.state = 'APPROVED' AND NEW.state <> 'APPROVED'
	AND EXISTS (SELECT 1 FROM payroll_transactions WHERE flex_data_id = NEW.id AND state <> 'WITHDRAWN')
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- The receipts of an expense whose rejection is taken back are kept.
CREATE TRIGGER expenses_follow_reopening AFTER UPDATE OF state ON expenses
WHEN OLD.state = 'REJECTED' AND NEW.state = 'SUBMITTED'
BEGIN
	UPDATE receipts SET date_unneeded = NULL WHERE expense_id = NEW.id;
END;
--> statement-breakpoint

-- == What was settled or withdrawn never changes.

-- A settled or withdrawn line never changes, so no run commits it.
CREATE TRIGGER payroll_transactions_guard_settled BEFORE UPDATE ON payroll_transactions
WHEN OLD.state IN ('SETTLED', 'WITHDRAWN')
BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- A settled or withdrawn line is never deleted.
CREATE TRIGGER payroll_transactions_guard_settled_delete BEFORE DELETE ON payroll_transactions
WHEN OLD.state IN ('SETTLED', 'WITHDRAWN')
BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- No other line replaces a settled or withdrawn line: REPLACE fires no trigger on deletion.
CREATE TRIGGER payroll_transactions_guard_settled_replace BEFORE INSERT ON payroll_transactions
WHEN EXISTS (SELECT 1 FROM payroll_transactions WHERE id = NEW.id AND state IN ('SETTLED', 'WITHDRAWN'))
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- A settlement belongs to a line that is settled in the same batch, before a run has committed it.
CREATE TRIGGER payroll_settlements_race_run BEFORE INSERT ON payroll_settlements
WHEN NOT EXISTS (SELECT 1 FROM payroll_transactions WHERE id = NEW.transaction_id AND state = 'SETTLED')
BEGIN SELECT RAISE(ABORT, 'committed'); END;
--> statement-breakpoint
-- A settlement never changes, except that an erasure replaces its reason.
CREATE TRIGGER payroll_settlements_guard_update BEFORE UPDATE OF transaction_id, date_created, company_id, author_id, date
ON payroll_settlements BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- A settlement is never deleted.
CREATE TRIGGER payroll_settlements_guard_delete BEFORE DELETE ON payroll_settlements BEGIN SELECT RAISE(ABORT, 'settled'); END;
--> statement-breakpoint
-- Corrections of a settled line take back at most its amount.
CREATE TRIGGER payroll_corrections_guard_settlement BEFORE INSERT ON payroll_corrections
WHEN (SELECT state FROM payroll_transactions WHERE id = NEW.corrects_id) = 'SETTLED'
BEGIN
	SELECT RAISE(ABORT, 'settled') FROM payroll_transactions settled
	WHERE settled.id = NEW.corrects_id AND NOT (SELECT sum(line.amount_value) FROM payroll_transactions line
		WHERE line.id = NEW.transaction_id OR line.id IN (SELECT transaction_id FROM payroll_corrections WHERE corrects_id = settled.id))
		BETWEEN min(settled.amount_value, 0) AND max(settled.amount_value, 0);
END;
