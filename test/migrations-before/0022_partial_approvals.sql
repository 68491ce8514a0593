DROP INDEX `expenses_taken`;--> statement-breakpoint
ALTER TABLE `expenses` ADD `requested_amount_value` integer;--> statement-breakpoint
ALTER TABLE `expenses` ADD `approved_amount_value` integer;--> statement-breakpoint
ALTER TABLE `expenses` ADD `reasons` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `expenses` ADD `date_returned` integer;--> statement-breakpoint
CREATE INDEX `expenses_returned` ON `expenses` (`date_returned`) WHERE state = 'NEEDS_CORRECTION';--> statement-breakpoint
CREATE INDEX `expenses_queue` ON `expenses` (`company_id`,`date`,`id`) WHERE state = 'SUBMITTED';--> statement-breakpoint
CREATE INDEX `expenses_taken` ON `expenses` (`employee_id`,`date`) WHERE state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED');--> statement-breakpoint
UPDATE expenses SET approved_amount_value = amount_value WHERE state = 'APPROVED';
--> statement-breakpoint
DROP TRIGGER expenses_decided;
--> statement-breakpoint
-- An expense is decided once. What was sent back can become anything but approved. The same change may be stored again, when
-- the answer to the first attempt was lost.
CREATE TRIGGER expenses_decided BEFORE UPDATE OF state ON expenses
WHEN OLD.state <> 'SUBMITTED' AND NOT (OLD.state = 'NEEDS_CORRECTION' AND NEW.state <> 'APPROVED')
	AND (NEW.state <> OLD.state OR NEW.decider_id IS NOT OLD.decider_id OR NEW.date_decided IS NOT OLD.date_decided)
BEGIN
	SELECT RAISE(ABORT, 'decided');
END;
--> statement-breakpoint
-- What an expense asks for changes only while it is sent back, so that nothing changes under the eyes of who decides.
CREATE TRIGGER expenses_changed BEFORE UPDATE OF module, amount_value, amount_currency, requested_amount_value, date, days,
	is_public_transport ON expenses
WHEN OLD.state <> 'NEEDS_CORRECTION' AND (NEW.module <> OLD.module OR NEW.amount_value <> OLD.amount_value
	OR NEW.amount_currency <> OLD.amount_currency OR NEW.requested_amount_value IS NOT OLD.requested_amount_value
	OR NEW.date <> OLD.date OR NEW.days IS NOT OLD.days OR NEW.is_public_transport IS NOT OLD.is_public_transport)
BEGIN
	SELECT RAISE(ABORT, 'decided');
END;
--> statement-breakpoint
-- What is approved has an amount: more than nothing, and no more than was asked for.
CREATE TRIGGER expenses_approved_amount BEFORE UPDATE OF state, approved_amount_value ON expenses
WHEN (NEW.state = 'APPROVED') <> (NEW.approved_amount_value IS NOT NULL)
	OR NEW.approved_amount_value NOT BETWEEN 1 AND NEW.amount_value
BEGIN
	SELECT RAISE(ABORT, 'approved_amount');
END;
--> statement-breakpoint
DROP TRIGGER receipts_of_submitted;
--> statement-breakpoint
-- What still waits takes receipts, also while it is sent back.
CREATE TRIGGER receipts_of_submitted BEFORE INSERT ON receipts
WHEN NOT EXISTS (SELECT 1 FROM expenses WHERE id = NEW.expense_id AND state IN ('SUBMITTED', 'NEEDS_CORRECTION'))
BEGIN
	SELECT RAISE(ABORT, 'decided');
END;
--> statement-breakpoint
-- A receipt whose upload ends after the decision does not appear on what was decided without it.
CREATE TRIGGER receipts_stored_in_time BEFORE UPDATE OF date_stored ON receipts
WHEN OLD.date_stored IS NULL AND NEW.date_stored IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM expenses WHERE id = NEW.expense_id AND state IN ('SUBMITTED', 'NEEDS_CORRECTION'))
BEGIN
	SELECT RAISE(ABORT, 'decided');
END;
