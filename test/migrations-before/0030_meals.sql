ALTER TABLE `payroll_settings` ADD `splits_meals` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payroll_transactions` ADD `kind` text DEFAULT 'EXPENSE' NOT NULL;--> statement-breakpoint
CREATE INDEX `payroll_transactions_parts` ON `payroll_transactions` (`run_id`) WHERE kind <> 'EXPENSE';--> statement-breakpoint
-- A line books a whole expense, or one part of an expense for meals.
CREATE TRIGGER payroll_transactions_kind BEFORE INSERT ON payroll_transactions
WHEN NEW.kind NOT IN ('EXPENSE', 'MEALS_FLAT_TAXED', 'MEALS_TAX_FREE') OR (NEW.kind <> 'EXPENSE' AND NEW.module <> 'MEALS')
BEGIN
	SELECT RAISE(ABORT, 'line_kind');
END;
