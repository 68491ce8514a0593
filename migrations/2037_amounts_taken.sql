-- Allowed: The index expenses_taken has changed. It has one more column behind the others, so that older Workers find the same rows.
DROP INDEX `expenses_taken`;--> statement-breakpoint
CREATE INDEX `expenses_taken` ON `expenses` (`employee_id`,`date`,`amount_value`) WHERE state IN ('SUBMITTED', 'NEEDS_CORRECTION', 'APPROVED');