ALTER TABLE `expenses` ADD `recreation_for` text;--> statement-breakpoint
-- == Relatives whom a recreation was for.

-- The author names them only while the expense is returned for correction. An erasure removes them.
CREATE TRIGGER expenses_guard_relatives BEFORE UPDATE OF recreation_for ON expenses
WHEN OLD.state <> 'NEEDS_CORRECTION' AND NEW.recreation_for IS NOT NULL AND NEW.recreation_for IS NOT OLD.recreation_for
BEGIN SELECT RAISE(ABORT, 'decided'); END;
--> statement-breakpoint
-- An expense of an erased employee names no relatives.
CREATE TRIGGER expenses_race_erasure_relatives BEFORE UPDATE OF recreation_for ON expenses
WHEN NEW.recreation_for IS NOT NULL
	AND EXISTS (SELECT 1 FROM employees WHERE id = NEW.employee_id AND date_erased IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'employee_erased'); END;
