CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`company_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` blob,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`date_due` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`date_attempted` integer,
	`date_delivered` integer,
	`failure` text,
	`response_status` integer,
	`response_body` text,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`date_due`) WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_unsent` ON `webhook_deliveries` (`endpoint_id`,`state`,`id`) WHERE state <> 'DELIVERED';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_company` ON `webhook_deliveries` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`date_created` integer NOT NULL,
	`date_modified` integer NOT NULL,
	`company_id` text NOT NULL,
	`party` integer NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`event_types` text,
	`state` text DEFAULT 'ACTIVE' NOT NULL,
	`reason` text,
	`date_failing` integer,
	`secret` text,
	`previous_secret` text,
	`date_rotated` integer,
	`lease` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`date_woken` integer DEFAULT 0 NOT NULL,
	`date_deleted` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_company` ON `webhook_endpoints` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_party` ON `webhook_endpoints` (`party`) WHERE state <> 'DISABLED' AND date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_sealed_by` ON `webhook_endpoints` (`secret`) WHERE secret IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_previous_by` ON `webhook_endpoints` (`previous_secret`) WHERE previous_secret IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`date_deleted`) WHERE date_deleted IS NOT NULL;--> statement-breakpoint
-- A company has at most 20 endpoints.
CREATE TRIGGER webhook_endpoints_race_limit BEFORE INSERT ON webhook_endpoints
WHEN (SELECT count(*) FROM webhook_endpoints WHERE company_id = NEW.company_id AND date_deleted IS NULL AND id <> NEW.id) >= 20
BEGIN SELECT RAISE(ABORT, 'too_many_webhook_endpoints'); END;
--> statement-breakpoint
-- Every change of a company waits for the endpoints that want its type. A sandbox has a clock of its own, but its deliveries have not.
CREATE TRIGGER events_follow_webhooks AFTER INSERT ON events
WHEN EXISTS (SELECT 1 FROM webhook_endpoints WHERE party = NEW.company AND state <> 'DISABLED' AND date_deleted IS NULL)
BEGIN
	INSERT INTO webhook_deliveries (id, date_created, company_id, endpoint_id, event_id, date_due)
	SELECT printf('%08x-%04x-7', present >> 16, present & 65535) || lower(substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2)
		|| '-' || hex(randomblob(6))), present, e.company_id, e.id, NEW.id, present
	FROM (SELECT min(CAST(NEW.date AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS present)
	CROSS JOIN webhook_endpoints e
	WHERE e.party = NEW.company AND e.state <> 'DISABLED' AND e.date_deleted IS NULL AND (e.event_types IS NULL
		OR EXISTS (SELECT 1 FROM json_each(e.event_types) t WHERE t.value = (SELECT text FROM event_texts WHERE id = NEW.type)));
END;
--> statement-breakpoint
-- The sender passes over endpoints of a company that is moving. Its new database sends to them.
CREATE TRIGGER webhook_endpoints_race_move BEFORE UPDATE ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- No ping begins.
CREATE TRIGGER webhook_deliveries_race_move_insert BEFORE INSERT ON webhook_deliveries
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
--> statement-breakpoint
-- No delivery ends. The new database repeats it.
CREATE TRIGGER webhook_deliveries_race_move_update BEFORE UPDATE ON webhook_deliveries
WHEN EXISTS (SELECT 1 FROM movers WHERE is_closed AND id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'company_moving'); END;
