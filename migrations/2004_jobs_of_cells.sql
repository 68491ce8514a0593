-- One row says how all jobs last ended, so that a run without work writes little. A job that has never succeeded lacks dateSucceeded,
-- because json_patch drops what is null.
ALTER TABLE `job_runs` ADD `jobs` text;
--> statement-breakpoint
INSERT INTO `job_runs` (`job`, `date_run`, `date_succeeded`, `handled`, `jobs`)
SELECT 'ALL', max(date_run), min(date_succeeded), sum(handled), json_group_object(job, json_patch('{}', json_object(
	'dateRun', date_run, 'dateSucceeded', date_succeeded, 'handled', iif(date_succeeded IS NULL, NULL, handled))))
FROM `job_runs` WHERE `job` <> 'ALL' HAVING count(*) > 0;
--> statement-breakpoint
DELETE FROM `job_runs` WHERE `job` <> 'ALL';
--> statement-breakpoint
ALTER TABLE `places` ADD `jobs` text;
--> statement-breakpoint
ALTER TABLE `places` ADD `waiting_mails` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `places` ADD `mail_day` integer;
--> statement-breakpoint
ALTER TABLE `places` ADD `granted` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `places_last_run` ON `places` (`last_run`);
--> statement-breakpoint
CREATE INDEX `places_jobs` ON `places` (`cell`) WHERE jobs IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `places_waiting` ON `places` (`company_id`) WHERE waiting_mails > 0;
--> statement-breakpoint

-- == Limited mails of cells count in D1, with those that D1 sends itself.

-- Counts a grant as `mails_follow_attempts` counts attempts.
CREATE TRIGGER places_follow_grants AFTER UPDATE OF granted ON places
WHEN NEW.granted > iif(NEW.mail_day IS OLD.mail_day, OLD.granted, 0)
BEGIN
	INSERT INTO mail_days (day, attempts) VALUES (NEW.mail_day, NEW.granted - iif(NEW.mail_day IS OLD.mail_day, OLD.granted, 0))
	ON CONFLICT (day) DO UPDATE SET attempts = attempts + excluded.attempts;
	INSERT INTO mail_turns (party, day, attempts, ordinal)
	VALUES (NEW.company_id, NEW.mail_day, NEW.granted - iif(NEW.mail_day IS OLD.mail_day, OLD.granted, 0),
		(SELECT attempts FROM mail_days WHERE day = NEW.mail_day))
	ON CONFLICT (party) DO UPDATE SET
		attempts = iif(day = excluded.day, attempts + excluded.attempts, excluded.attempts), day = excluded.day, ordinal = excluded.ordinal;
END;
