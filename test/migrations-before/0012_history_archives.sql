CREATE TABLE `event_archives` (
	`id` integer PRIMARY KEY NOT NULL,
	`company` integer,
	`month` text NOT NULL,
	`first_position` integer NOT NULL,
	`last_position` integer NOT NULL,
	`first_id` blob NOT NULL,
	`last_id` blob NOT NULL,
	`count` integer NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_archives_key` ON `event_archives` (`key`);--> statement-breakpoint
CREATE INDEX `event_archives_company` ON `event_archives` (`company`,`last_position`);--> statement-breakpoint
CREATE INDEX `event_archives_last` ON `event_archives` (`last_position`);--> statement-breakpoint
CREATE TABLE `event_archive_subjects` (
	`subject` integer NOT NULL,
	`archive` integer NOT NULL,
	`is_due` integer NOT NULL,
	PRIMARY KEY(`subject`, `archive`)
);
--> statement-breakpoint
CREATE INDEX `event_archive_subjects_due` ON `event_archive_subjects` (`archive`) WHERE is_due;--> statement-breakpoint
CREATE TABLE `event_files` (
	`key` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_discarded` integer
);
--> statement-breakpoint
CREATE INDEX `event_files_created` ON `event_files` (`date_created`);--> statement-breakpoint
-- An archive covers what is there, all of it, and never the latest event, whose position must not be given again.
-- A second archive of the same events does nothing.
CREATE TRIGGER event_archives_on_insert BEFORE INSERT ON event_archives
BEGIN
	SELECT RAISE(IGNORE) FROM event_archives a
	WHERE a.id = NEW.id OR a.key = NEW.key
		OR (a.company IS NEW.company AND a.last_position >= NEW.first_position AND a.first_position <= NEW.last_position);
	SELECT RAISE(ABORT, 'append_only') FROM (
		SELECT count(*) AS count, min(position) AS first, max(position) AS last FROM events
		WHERE company IS NEW.company AND position BETWEEN NEW.first_position AND NEW.last_position
	) covered
	WHERE covered.count <> NEW.count OR covered.first <> NEW.first_position OR covered.last <> NEW.last_position
		OR (SELECT id FROM events WHERE position = NEW.first_position) <> NEW.first_id
		OR (SELECT id FROM events WHERE position = NEW.last_position) <> NEW.last_id
		OR NEW.last_position >= (SELECT max(position) FROM events);
END;
--> statement-breakpoint
CREATE TRIGGER event_archives_on_update BEFORE UPDATE OF id, company, month, first_position, last_position, first_id, last_id, count ON event_archives
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
-- Another file takes the place of one in which values are to be blanked.
CREATE TRIGGER event_archives_blanked BEFORE UPDATE OF key, sha256 ON event_archives
WHEN NOT EXISTS (SELECT 1 FROM event_archive_subjects WHERE archive = OLD.id AND is_due)
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_archives_on_delete BEFORE DELETE ON event_archives
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_archive_subjects_on_update BEFORE UPDATE OF subject, archive ON event_archive_subjects
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER event_archive_subjects_on_delete BEFORE DELETE ON event_archive_subjects
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
--> statement-breakpoint
DROP TRIGGER events_on_delete;--> statement-breakpoint
CREATE TRIGGER events_on_delete BEFORE DELETE ON events
WHEN NOT EXISTS (
	SELECT 1 FROM event_archives a WHERE a.company IS OLD.company AND a.last_position >= OLD.position AND a.first_position <= OLD.position
)
BEGIN
	SELECT RAISE(ABORT, 'append_only');
END;
