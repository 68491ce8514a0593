DROP INDEX `announcements_cell`;--> statement-breakpoint
ALTER TABLE `announcements` ADD `is_from_d1` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `announcements_cell` ON `announcements` (`cell`);