CREATE TABLE `known_tills` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`author_id` text NOT NULL,
	`name` text NOT NULL,
	`issuer_mark` text NOT NULL,
	`serial_number` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer NOT NULL,
	`fingerprint` text NOT NULL,
	CONSTRAINT "known_tills_validity" CHECK("known_tills"."valid_from" <= "known_tills"."valid_until")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `known_tills_fingerprint` ON `known_tills` (`fingerprint`);--> statement-breakpoint
CREATE INDEX `known_tills_key` ON `known_tills` (`issuer_mark`,`valid_from`);--> statement-breakpoint
ALTER TABLE `places` ADD `tills_since` integer;--> statement-breakpoint
CREATE INDEX `places_tills` ON `places` (`tills_since`) WHERE tills_since IS NOT NULL;