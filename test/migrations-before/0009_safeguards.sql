CREATE TABLE `known_places` (
	`key` text PRIMARY KEY NOT NULL,
	`date_used` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `known_places_used` ON `known_places` (`date_used`);--> statement-breakpoint
CREATE TABLE `quota_usage` (
	`owner_id` text NOT NULL,
	`quota` text NOT NULL,
	`month` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`month`, `owner_id`, `quota`)
);
--> statement-breakpoint
ALTER TABLE `companies` ADD `own_benefits_allowed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `max_expenses_per_month` integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `max_receipt_bytes_per_month` integer DEFAULT 209715200 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `max_employees` integer DEFAULT 100000 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `max_templates` integer DEFAULT 500 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `max_stored_bytes` integer DEFAULT 107374182400 NOT NULL;--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `subject_id` text;--> statement-breakpoint
CREATE INDEX `idempotency_keys_subject` ON `idempotency_keys` (`subject_id`) WHERE subject_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `receipts` ADD `date_unneeded` integer;--> statement-breakpoint
CREATE INDEX `receipts_unneeded` ON `receipts` (`date_unneeded`) WHERE date_unneeded IS NOT NULL AND date_discarded IS NULL;--> statement-breakpoint
-- Code relies on the words that begin with `quota_`. Each trigger counts, and refuses what exceeds the company's setting.
CREATE TRIGGER expenses_quota AFTER INSERT ON expenses
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	VALUES (NEW.employee_id, 'expenses', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), 1)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + 1;
	SELECT RAISE(ABORT, 'quota_expenses') FROM quota_usage u JOIN companies c ON c.id = NEW.company_id
	WHERE u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch') AND u.owner_id = NEW.employee_id
		AND u.quota = 'expenses' AND u.used > c.max_expenses_per_month;
END;
--> statement-breakpoint
CREATE TRIGGER receipts_quota AFTER INSERT ON receipts
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used)
	SELECT employee_id, 'receipt_bytes', strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch'), NEW.size
	FROM expenses WHERE id = NEW.expense_id
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	INSERT INTO quota_usage (owner_id, quota, month, used)
	SELECT company_id, 'stored_bytes', '', NEW.size FROM expenses WHERE id = NEW.expense_id
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + NEW.size;
	SELECT RAISE(ABORT, 'quota_receipt_bytes') FROM expenses x
	JOIN companies c ON c.id = x.company_id
	JOIN quota_usage u ON u.month = strftime('%Y-%m', NEW.date_created / 1000, 'unixepoch')
		AND u.owner_id = x.employee_id AND u.quota = 'receipt_bytes'
	WHERE x.id = NEW.expense_id AND u.used > c.max_receipt_bytes_per_month;
	SELECT RAISE(ABORT, 'quota_stored_bytes') FROM expenses x
	JOIN companies c ON c.id = x.company_id
	JOIN quota_usage u ON u.month = '' AND u.owner_id = x.company_id AND u.quota = 'stored_bytes'
	WHERE x.id = NEW.expense_id AND u.used > c.max_stored_bytes;
END;
--> statement-breakpoint
CREATE TRIGGER receipts_quota_on_delete AFTER DELETE ON receipts
BEGIN
	UPDATE quota_usage SET used = used - OLD.size
	WHERE month = '' AND quota = 'stored_bytes'
		AND owner_id = (SELECT company_id FROM expenses WHERE id = OLD.expense_id);
END;
--> statement-breakpoint
-- An upload that failed does not count.
CREATE TRIGGER receipts_quota_on_abandon AFTER DELETE ON receipts
WHEN OLD.date_stored IS NULL
BEGIN
	UPDATE quota_usage SET used = used - OLD.size
	WHERE month = strftime('%Y-%m', OLD.date_created / 1000, 'unixepoch') AND quota = 'receipt_bytes'
		AND owner_id = (SELECT employee_id FROM expenses WHERE id = OLD.expense_id);
END;
--> statement-breakpoint
CREATE TRIGGER employees_quota AFTER INSERT ON employees
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used) VALUES (NEW.company_id, 'employees', '', 1)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + 1;
	SELECT RAISE(ABORT, 'quota_employees') FROM quota_usage u JOIN companies c ON c.id = NEW.company_id
	WHERE u.month = '' AND u.owner_id = NEW.company_id AND u.quota = 'employees' AND u.used > c.max_employees;
END;
--> statement-breakpoint
CREATE TRIGGER tax_rule_template_companies_quota AFTER INSERT ON tax_rule_template_companies
BEGIN
	INSERT INTO quota_usage (owner_id, quota, month, used) VALUES (NEW.company_id, 'templates', '', 1)
	ON CONFLICT (month, owner_id, quota) DO UPDATE SET used = used + 1;
	SELECT RAISE(ABORT, 'quota_templates') FROM quota_usage u JOIN companies c ON c.id = NEW.company_id
	WHERE u.month = '' AND u.owner_id = NEW.company_id AND u.quota = 'templates' AND u.used > c.max_templates;
END;
--> statement-breakpoint
-- What is there already. Months that are over are cleared by the cron.
INSERT INTO quota_usage (owner_id, quota, month, used)
SELECT employee_id, 'expenses', strftime('%Y-%m', date_created / 1000, 'unixepoch'), count(*) FROM expenses GROUP BY 1, 3;
--> statement-breakpoint
INSERT INTO quota_usage (owner_id, quota, month, used)
SELECT x.employee_id, 'receipt_bytes', strftime('%Y-%m', r.date_created / 1000, 'unixepoch'), sum(r.size)
FROM receipts r JOIN expenses x ON x.id = r.expense_id GROUP BY 1, 3;
--> statement-breakpoint
INSERT INTO quota_usage (owner_id, quota, month, used)
SELECT x.company_id, 'stored_bytes', '', sum(r.size) FROM receipts r JOIN expenses x ON x.id = r.expense_id GROUP BY 1;
--> statement-breakpoint
INSERT INTO quota_usage (owner_id, quota, month, used)
SELECT company_id, 'employees', '', count(*) FROM employees GROUP BY 1;
--> statement-breakpoint
INSERT INTO quota_usage (owner_id, quota, month, used)
SELECT company_id, 'templates', '', count(*) FROM tax_rule_template_companies GROUP BY 1;
--> statement-breakpoint
-- Receipts of rejected and withdrawn expenses are removed 90 days after that decision.
CREATE TRIGGER expenses_unneeded_receipts AFTER UPDATE OF state ON expenses
WHEN NEW.state IN ('REJECTED', 'WITHDRAWN')
BEGIN
	UPDATE receipts SET date_unneeded = NEW.date_decided WHERE expense_id = NEW.id;
END;
--> statement-breakpoint
UPDATE receipts SET date_unneeded = (SELECT date_decided FROM expenses WHERE id = expense_id)
WHERE expense_id IN (SELECT id FROM expenses WHERE state IN ('REJECTED', 'WITHDRAWN'));
