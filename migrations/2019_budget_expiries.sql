CREATE TABLE `budget_expiries` (
	`employee_id` text PRIMARY KEY NOT NULL,
	`date_examined` integer NOT NULL,
	`date_due` integer,
	`revision` integer NOT NULL,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `budget_expiries_due` ON `budget_expiries` (`date_due`) WHERE date_due IS NOT NULL;--> statement-breakpoint
-- Budgets that have expired before now get no event.
INSERT INTO budget_expiries (employee_id, date_examined, date_due, revision)
SELECT DISTINCT employee_id, unixepoch() * 1000, 0, 0 FROM flex_accesses;
--> statement-breakpoint
-- An access is examined for budget that expires.
CREATE TRIGGER flex_accesses_follow_expiry_insert AFTER INSERT ON flex_accesses
BEGIN
	INSERT INTO budget_expiries (employee_id, date_examined, date_due, revision) VALUES (NEW.employee_id, NEW.date_created, 0, 0)
	ON CONFLICT (employee_id) DO UPDATE SET date_due = 0, revision = revision + 1;
END;
--> statement-breakpoint
-- An access that has changed is examined again.
CREATE TRIGGER flex_accesses_follow_expiry_update AFTER UPDATE OF valid_until, date_deleted ON flex_accesses
BEGIN
	UPDATE budget_expiries SET date_due = 0, revision = revision + 1 WHERE employee_id = NEW.employee_id;
END;
--> statement-breakpoint
-- A termination ends accesses.
CREATE TRIGGER employees_follow_expiry_update AFTER UPDATE OF date_terminated ON employees
WHEN NEW.date_terminated IS NOT OLD.date_terminated
BEGIN
	UPDATE budget_expiries SET date_due = 0, revision = revision + 1 WHERE employee_id = NEW.id;
END;
