DROP INDEX `announcements_cell`;--> statement-breakpoint
ALTER TABLE `announcements` ADD `is_from_d1` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `announcements_cell` ON `announcements` (`cell`);--> statement-breakpoint
DROP INDEX `flex_accesses_timeline`;--> statement-breakpoint
CREATE INDEX `flex_accesses_timeline` ON `flex_accesses` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint
DROP INDEX `default_accesses_timeline`;--> statement-breakpoint
CREATE INDEX `default_accesses_timeline` ON `default_accesses` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;--> statement-breakpoint
DROP INDEX `planned_vouchers_timeline`;--> statement-breakpoint
CREATE INDEX `planned_vouchers_timeline` ON `planned_vouchers` (`employee_id`,`valid_from`) WHERE date_deleted IS NULL;