CREATE INDEX `event_authors_user` ON `event_authors` (`user_id`);--> statement-breakpoint
CREATE INDEX `events_author` ON `events` (`author`);