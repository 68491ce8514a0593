CREATE TABLE `pauses` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`date_deleted` integer,
	`employee_id` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer,
	`date_began_recorded` integer,
	`date_ended_recorded` integer,
	FOREIGN KEY (`employee_id`) REFERENCES `employees`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pauses_period" CHECK("pauses"."valid_until" IS NULL OR "pauses"."valid_until" >= "pauses"."valid_from")
);
--> statement-breakpoint
CREATE INDEX `pauses_timeline` ON `pauses` (`employee_id`,`valid_from`);--> statement-breakpoint
CREATE INDEX `pauses_beginning` ON `pauses` (`valid_from`) WHERE date_deleted IS NULL AND date_began_recorded IS NULL;--> statement-breakpoint
CREATE INDEX `pauses_ending` ON `pauses` (`valid_until`) WHERE date_deleted IS NULL AND date_ended_recorded IS NULL AND valid_until IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER pauses_no_overlap_on_insert BEFORE INSERT ON pauses
WHEN NEW.date_deleted IS NULL AND EXISTS (
	SELECT 1 FROM pauses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
CREATE TRIGGER pauses_no_overlap_on_update BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON pauses
WHEN NEW.date_deleted IS NULL AND EXISTS (
	SELECT 1 FROM pauses old
	WHERE old.employee_id = NEW.employee_id AND old.date_deleted IS NULL AND old.id <> NEW.id
		AND old.valid_from <= coalesce(NEW.valid_until, 253402300799999)
		AND coalesce(old.valid_until, 253402300799999) >= NEW.valid_from
)
BEGIN
	SELECT RAISE(ABORT, 'overlap');
END;
--> statement-breakpoint
CREATE TRIGGER pauses_permanent BEFORE UPDATE OF employee_id, valid_from, valid_until, date_deleted ON pauses
WHEN OLD.date_ended_recorded IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'pause_over');
END;
--> statement-breakpoint
-- Each employee's one pause becomes the first of its timeline, under the employee's id. The history has told of its beginning and end.
INSERT INTO pauses
SELECT id, date_modified, date_modified, NULL, id, date_paused_start, date_paused_end - 1,
	iif(date_paused_start <= unixepoch() * 1000, date_modified, NULL), iif(date_paused_end <= unixepoch() * 1000, date_modified, NULL)
FROM employees WHERE date_paused_start IS NOT NULL;
--> statement-breakpoint
UPDATE employees SET date_paused_start = NULL, date_paused_end = NULL WHERE date_paused_start IS NOT NULL;
