ALTER TABLE `identity_changes` ADD `about` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `date_released` integer;--> statement-breakpoint
ALTER TABLE `company_domains` ADD `date_released` integer;--> statement-breakpoint
ALTER TABLE `identity_providers` ADD `date_released` integer;
--> statement-breakpoint
-- Providers, verified domains and keys of directories from before count as released.
UPDATE identity_providers SET date_released = date_created;
--> statement-breakpoint
UPDATE company_domains SET date_released = date_verified WHERE date_verified IS NOT NULL;
--> statement-breakpoint
UPDATE api_keys SET date_released = date_created WHERE instr(operations, '"provisionPeople"') > 0;
--> statement-breakpoint
-- A release is about one issuer and one client. A sign-in that began with the earlier ones does not end with these.
CREATE TRIGGER identity_providers_follow_client AFTER UPDATE OF issuer, client_id ON identity_providers
WHEN NEW.issuer <> OLD.issuer OR NEW.client_id <> OLD.client_id
BEGIN
	UPDATE identity_providers SET date_released = NULL
	WHERE company_id = NEW.company_id AND date_released IS NOT NULL AND date_released IS OLD.date_released;
	DELETE FROM sso_sign_ins WHERE company_id = NEW.company_id;
	UPDATE identity_changes SET state = 'CANCELLED', date_due = date_expires + 7776000000
	WHERE kind = 'PROVIDER' AND about_id = NEW.company_id AND state = 'OPEN';
END;
--> statement-breakpoint
-- Nobody releases a provider that is gone.
CREATE TRIGGER identity_providers_follow_removal AFTER DELETE ON identity_providers
BEGIN
	UPDATE identity_changes SET state = 'CANCELLED', date_due = date_expires + 7776000000
	WHERE kind = 'PROVIDER' AND about_id = OLD.company_id AND state = 'OPEN';
END;
--> statement-breakpoint
-- A domain that is no longer verified needs another release.
CREATE TRIGGER company_domains_follow_loss AFTER UPDATE OF date_verified ON company_domains
WHEN NEW.date_verified IS NULL AND OLD.date_verified IS NOT NULL
BEGIN
	UPDATE company_domains SET date_released = NULL WHERE id = NEW.id AND date_released IS NOT NULL;
	UPDATE identity_changes SET state = 'CANCELLED', date_due = date_expires + 7776000000
	WHERE kind = 'DOMAIN' AND about_id = NEW.id AND state = 'OPEN';
END;
--> statement-breakpoint
-- Nobody releases a domain that is gone.
CREATE TRIGGER company_domains_follow_removal AFTER DELETE ON company_domains
BEGIN
	UPDATE identity_changes SET state = 'CANCELLED', date_due = date_expires + 7776000000
	WHERE kind = 'DOMAIN' AND about_id = OLD.id AND state = 'OPEN';
END;
--> statement-breakpoint
-- Nobody releases a revoked key.
CREATE TRIGGER api_keys_follow_revocation AFTER UPDATE OF date_revoked ON api_keys
WHEN NEW.date_revoked IS NOT NULL
BEGIN
	UPDATE identity_changes SET state = 'CANCELLED', date_due = date_expires + 7776000000
	WHERE kind = 'DIRECTORY' AND about_id = NEW.id AND state = 'OPEN';
END;
--> statement-breakpoint
-- A release needs no mailbox, but always a second person or the operator.
-- Allowed: The trigger identity_changes_guard_done has changed. It refuses of addresses what it refused before.
DROP TRIGGER identity_changes_guard_done;
--> statement-breakpoint
-- An address changes only with the link in the new mailbox and a consent. Neither the asker nor the person is the second person.
CREATE TRIGGER identity_changes_guard_done BEFORE UPDATE OF state ON identity_changes
WHEN NEW.state = 'DONE' AND (NEW.consent IS NULL
	OR iif(NEW.kind = 'ADDRESS', NEW.date_confirmed IS NULL, NEW.consent NOT IN ('SECOND_PERSON', 'OPERATOR'))
	OR (NEW.consent = 'SECOND_PERSON' AND (NEW.consenter_id IS NULL OR NEW.consenter_id IN (NEW.asker_id, NEW.user_id))))
BEGIN SELECT RAISE(ABORT, 'consent_missing'); END;
