CREATE TABLE `backups` (
	`company_id` text PRIMARY KEY NOT NULL,
	`date` integer DEFAULT 0 NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`begun` integer DEFAULT 0 NOT NULL,
	`outdated` integer
);
--> statement-breakpoint
CREATE INDEX `backups_date` ON `backups` (`date`);--> statement-breakpoint
CREATE INDEX `backups_outdated` ON `backups` (`outdated`) WHERE outdated IS NOT NULL;--> statement-breakpoint
ALTER TABLE `moves` ADD `backup` text;--> statement-breakpoint
ALTER TABLE `moves` ADD `released` text;