CREATE TABLE `directory_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`external_id` text,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directory_groups_key` ON `directory_groups` (`company_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `directory_groups_name` ON `directory_groups` (`company_id`,`name`);--> statement-breakpoint
ALTER TABLE `companies` ADD `invite_from_directory` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `employees` ADD `user_name` text;--> statement-breakpoint
ALTER TABLE `employees` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `employees` ADD `date_deprovisioned` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `employees_user_name` ON `employees` (`company_id`,user_name COLLATE NOCASE) WHERE user_name IS NOT NULL AND date_deprovisioned IS NULL;--> statement-breakpoint
CREATE INDEX `employees_external_id` ON `employees` (`company_id`,`external_id`) WHERE external_id IS NOT NULL;
--> statement-breakpoint
-- A change of a group advances its revision by exactly one.
CREATE TRIGGER directory_groups_race_revision BEFORE UPDATE OF revision ON directory_groups
WHEN NEW.revision <> OLD.revision + 1
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Companies that use SCIM already keep inviting at once. All others decide before their first cycle.
UPDATE companies SET invite_from_directory = TRUE, revision = revision + 1
WHERE id IN (SELECT company_id FROM api_keys WHERE instr(operations, '"provisionPeople"') > 0 AND date_revoked IS NULL);
