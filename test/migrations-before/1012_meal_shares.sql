ALTER TABLE `expenses` ADD `meal_price_value` integer;--> statement-breakpoint
ALTER TABLE `expenses` ADD `approved_days` integer;--> statement-breakpoint
ALTER TABLE `expenses` ADD `absences_recorded` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payroll_settings` ADD `records_absences` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- == Expenses for meals.

-- The author changes the price of the meals only while the expense is returned for correction.
CREATE TRIGGER expenses_guard_meal_price BEFORE UPDATE OF meal_price_value ON expenses
WHEN OLD.state <> 'NEEDS_CORRECTION' AND NEW.meal_price_value IS NOT OLD.meal_price_value
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- An approval keeps its days and its proof. No approval has more days than were submitted.
CREATE TRIGGER expenses_guard_meal_days BEFORE UPDATE OF approved_days, absences_recorded ON expenses
WHEN (OLD.state = 'APPROVED' AND NEW.state = 'APPROVED'
		AND (NEW.approved_days IS NOT OLD.approved_days OR NEW.absences_recorded IS NOT OLD.absences_recorded))
	OR (NEW.approved_days IS NOT NULL AND (NEW.days IS NULL OR NEW.approved_days NOT BETWEEN 1 AND NEW.days))
BEGIN SELECT RAISE(ABORT, 'decided'); END;
