CREATE TABLE `cut_offs` (
	`company_id` text PRIMARY KEY NOT NULL,
	`month` integer NOT NULL,
	`date_passed` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cut_offs_passed` ON `cut_offs` (`date_passed`);--> statement-breakpoint
ALTER TABLE `flex_accesses` ADD `date_began_recorded` integer;--> statement-breakpoint
ALTER TABLE `flex_accesses` ADD `date_ended_recorded` integer;--> statement-breakpoint
CREATE INDEX `flex_accesses_beginning` ON `flex_accesses` (`valid_from`) WHERE date_deleted IS NULL AND date_began_recorded IS NULL;--> statement-breakpoint
CREATE INDEX `flex_accesses_unrecorded_end` ON `flex_accesses` (`valid_until`) WHERE date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `flex_accesses_removed` ON `flex_accesses` (`date_deleted`) WHERE date_deleted IS NOT NULL AND date_began_recorded IS NOT NULL AND date_ended_recorded IS NULL;--> statement-breakpoint
-- The history of these has no such events.
UPDATE flex_accesses SET date_began_recorded = valid_from WHERE valid_from <= unixepoch() * 1000;
--> statement-breakpoint
UPDATE flex_accesses SET date_ended_recorded = coalesce(date_deleted, valid_until)
WHERE date_deleted IS NOT NULL OR valid_until < unixepoch() * 1000;
--> statement-breakpoint
INSERT INTO cut_offs (company_id, month, date_passed)
SELECT id, month, month + payroll_reference_day * 86400000 FROM (
	SELECT id, payroll_reference_day, iif(unixepoch() * 1000 < this + payroll_reference_day * 86400000, this, next) AS month
	FROM companies CROSS JOIN (SELECT unixepoch('now', 'start of month') * 1000 AS this, unixepoch('now', 'start of month', '+1 month') * 1000 AS next));
--> statement-breakpoint
-- The first cut-off of a new company is the next one.
CREATE TRIGGER companies_follow_cut_off_insert AFTER INSERT ON companies
BEGIN
	INSERT INTO cut_offs (company_id, month, date_passed)
	SELECT NEW.id, month, month + NEW.payroll_reference_day * 86400000 FROM (
		SELECT iif(NEW.date_created < this + NEW.payroll_reference_day * 86400000, this, next) AS month
		FROM (SELECT unixepoch(NEW.date_created / 1000, 'unixepoch', 'start of month') * 1000 AS this,
			unixepoch(NEW.date_created / 1000, 'unixepoch', 'start of month', '+1 month') * 1000 AS next))
	WHERE TRUE ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The next cut-off follows the reference day.
CREATE TRIGGER companies_follow_cut_off_update AFTER UPDATE OF payroll_reference_day ON companies
WHEN NEW.payroll_reference_day <> OLD.payroll_reference_day
BEGIN
	UPDATE cut_offs SET date_passed = month + NEW.payroll_reference_day * 86400000 WHERE company_id = NEW.id;
END;
--> statement-breakpoint
-- The cut-off of a month is recorded once.
CREATE TRIGGER cut_offs_race_month BEFORE UPDATE OF month ON cut_offs
WHEN NEW.month <= OLD.month
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- The beginning of a flex access is recorded once.
CREATE TRIGGER flex_accesses_race_began BEFORE UPDATE OF date_began_recorded ON flex_accesses
WHEN OLD.date_began_recorded IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- The end of a flex access is recorded once.
CREATE TRIGGER flex_accesses_race_ended BEFORE UPDATE OF date_ended_recorded ON flex_accesses
WHEN OLD.date_ended_recorded IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
