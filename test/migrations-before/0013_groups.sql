DROP INDEX `employee_groups_employee`;--> statement-breakpoint
ALTER TABLE `employee_groups` ADD `cost_center` text;--> statement-breakpoint
CREATE INDEX `employee_groups_cost_center` ON `employee_groups` (`company_id`,`name`,`cost_center`,`employee_id`);--> statement-breakpoint
UPDATE employee_groups SET cost_center = (SELECT cost_center FROM employees WHERE id = employee_id);
--> statement-breakpoint
DROP TRIGGER employees_groups_on_insert;
--> statement-breakpoint
DROP TRIGGER employees_groups_on_update;
--> statement-breakpoint
-- employee_groups is the index of employees.groups, alone and together with employees.cost_center.
CREATE TRIGGER employees_groups_on_insert AFTER INSERT ON employees
BEGIN
	INSERT INTO employee_groups (company_id, name, cost_center, employee_id)
	SELECT DISTINCT NEW.company_id, value, NEW.cost_center, NEW.id FROM json_each(NEW.groups);
END;
--> statement-breakpoint
CREATE TRIGGER employees_groups_on_update AFTER UPDATE OF groups, company_id, cost_center ON employees
WHEN NEW.groups <> OLD.groups OR NEW.company_id <> OLD.company_id OR NEW.cost_center IS NOT OLD.cost_center
BEGIN
	DELETE FROM employee_groups
	WHERE company_id = OLD.company_id AND name IN (SELECT value FROM json_each(OLD.groups)) AND employee_id = OLD.id;
	INSERT INTO employee_groups (company_id, name, cost_center, employee_id)
	SELECT DISTINCT NEW.company_id, value, NEW.cost_center, NEW.id FROM json_each(NEW.groups);
END;
