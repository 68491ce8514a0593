ALTER TABLE `identity_changes` ADD `about` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `date_released` integer;--> statement-breakpoint
ALTER TABLE `company_domains` ADD `date_released` integer;--> statement-breakpoint
ALTER TABLE `identity_providers` ADD `date_released` integer;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `release_id` text;
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
--> statement-breakpoint
-- A code about a record that has registered before needs a request that was released. Each request is done with one code.
-- Allowed: The trigger one_time_tokens_race_registration has changed. It permits more, and older Workers write no release.
DROP TRIGGER one_time_tokens_race_registration;
--> statement-breakpoint
-- A registered user gets no invitation, even when both happen at the same time. Only a released code is one.
CREATE TRIGGER one_time_tokens_race_registration BEFORE INSERT ON one_time_tokens
WHEN NEW.purpose = 'REGISTRATION' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND date_registered IS NOT NULL)
	AND NOT EXISTS (SELECT 1 FROM identity_changes WHERE id = NEW.release_id AND kind = 'CODE' AND about_id = NEW.user_id AND state = 'DONE')
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
--> statement-breakpoint
-- Allowed: The trigger one_time_tokens_race_again has changed. It permits more, and older Workers write no release.
DROP TRIGGER one_time_tokens_race_again;
--> statement-breakpoint
-- Nobody begins a new registration of somebody who has registered once without the operator or a release. The mailbox may renew that one.
CREATE TRIGGER one_time_tokens_race_again BEFORE INSERT ON one_time_tokens
WHEN NEW.purpose = 'REGISTRATION' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND date_registered IS NULL AND date_first_registered IS NOT NULL)
	AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.author_id AND instr(roles, '"PLATFORM_ADMIN"') > 0)
	AND NOT EXISTS (SELECT 1 FROM one_time_tokens WHERE user_id = NEW.user_id AND purpose = 'REGISTRATION' AND NEW.author_id IS NULL)
	AND NOT EXISTS (SELECT 1 FROM identity_changes WHERE id = NEW.release_id AND kind = 'CODE' AND about_id = NEW.user_id AND state = 'DONE')
BEGIN SELECT RAISE(ABORT, 'registered_before'); END;
--> statement-breakpoint
-- Allowed: The trigger users_race_rest has changed. It permits more, which older Workers do not write.
DROP TRIGGER users_race_rest;
--> statement-breakpoint
-- No write shortens the time in which resets of a password by mail rest, but for a released request at that time.
CREATE TRIGGER users_race_rest BEFORE UPDATE OF rest_until ON users
WHEN coalesce(NEW.rest_until, 0) < OLD.rest_until AND NOT EXISTS (SELECT 1 FROM identity_changes
	WHERE user_id = NEW.id AND kind = 'REST' AND state = 'DONE' AND date_done = NEW.rest_until)
BEGIN SELECT RAISE(ABORT, 'rest_shortened'); END;
--> statement-breakpoint
-- Allowed: The trigger users_follow_identity_changes has changed. It also ends requests that older Workers do not know.
DROP TRIGGER users_follow_identity_changes;
--> statement-breakpoint
-- A new address or a closed account ends every request about the person, and the links of a move.
CREATE TRIGGER users_follow_identity_changes AFTER UPDATE OF email_key, date_closed ON users
WHEN NEW.email_key <> OLD.email_key OR (NEW.date_closed IS NOT NULL AND OLD.date_closed IS NULL)
BEGIN
	UPDATE identity_changes SET state = 'CANCELLED', date_modified = NEW.date_modified, date_due = NEW.date_modified + 7776000000
	WHERE kind IN ('ADDRESS', 'CODE', 'REST') AND about_id = NEW.id AND state = 'OPEN';
	DELETE FROM address_changes WHERE user_id = NEW.id AND kind IN ('PROOF', 'AGREEMENT');
END;
--> statement-breakpoint
-- Allowed: The trigger identity_changes_race_state has changed. It refuses more only of requests that older Workers do not know.
DROP TRIGGER identity_changes_race_state;
--> statement-breakpoint
-- A request is decided once, and permits one code. Only a change that took effect can be stopped after that.
CREATE TRIGGER identity_changes_race_state BEFORE UPDATE OF state ON identity_changes
WHEN NOT (OLD.state = 'OPEN' OR (OLD.state = NEW.state AND OLD.date_done IS NEW.date_done AND OLD.kind <> 'CODE') OR (OLD.state = 'DONE' AND NEW.state = 'STOPPED'))
BEGIN SELECT RAISE(ABORT, 'stale_revision'); END;
