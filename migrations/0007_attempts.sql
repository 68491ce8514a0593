CREATE TABLE `known_places` (
	`key` text PRIMARY KEY NOT NULL,
	`date_used` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `known_places_used` ON `known_places` (`date_used`);