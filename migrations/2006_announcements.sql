CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cell` text NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`date` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `announcements_cell` ON `announcements` (`cell`,`last`);