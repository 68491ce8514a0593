ALTER TABLE `one_time_tokens` ADD `way` text;--> statement-breakpoint
ALTER TABLE `users` ADD `date_proven` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `proof` text;--> statement-breakpoint
-- People who have more rights, or an account at a provider, count as proven, and so do those who registered with a mailed link.
UPDATE users SET date_proven = date_registered, proof = 'BEFORE'
WHERE date_registered IS NOT NULL AND home IS NULL AND NOT EXISTS (SELECT 1 FROM sandboxes) AND (
	EXISTS (SELECT 1 FROM json_each(roles) WHERE value <> 'EMPLOYEE')
	OR EXISTS (SELECT 1 FROM user_companies WHERE user_id = users.id)
	OR EXISTS (SELECT 1 FROM grants WHERE user_id = users.id)
	OR EXISTS (SELECT 1 FROM external_identities WHERE user_id = users.id)
	OR coalesce(
		(SELECT e.after ->> (SELECT key FROM json_each(f.text) WHERE value = 'by') = 'MAIL'
			FROM event_parties p CROSS JOIN events e ON e.subject = p.id CROSS JOIN event_texts f ON f.id = e.fields
			WHERE p.uuid = unhex(replace(users.id, '-', '')) AND e.date <= users.date_registered
				AND e.type = (SELECT id FROM event_texts WHERE text = 'user.invited')
			ORDER BY e.position DESC LIMIT 1),
		EXISTS (SELECT 1 FROM mails WHERE user_id = users.id AND kind = 'invitation' AND state = 'sent')
	)
);
--> statement-breakpoint
-- A proof is about one address, so it ends with the address.
CREATE TRIGGER users_follow_proof AFTER UPDATE OF email_key ON users
WHEN NEW.email_key <> OLD.email_key AND NEW.date_proven IS NOT NULL
BEGIN
	UPDATE users SET date_proven = NULL, proof = NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
-- Somebody else may have registered the user with a printed code. What that person set up ends with the word of the provider or operator.
CREATE TRIGGER users_follow_first_proof AFTER UPDATE OF date_proven ON users
WHEN OLD.date_proven IS NULL AND NEW.proof IN ('PROVIDER', 'OPERATOR') AND NEW.date_registered IS NOT NULL
BEGIN
	UPDATE users SET password_hash = NULL WHERE id = NEW.id AND NEW.proof = 'PROVIDER' AND password_hash IS NOT NULL;
	DELETE FROM recovery_codes WHERE user_id = NEW.id;
	DELETE FROM second_factors WHERE user_id = NEW.id;
	DELETE FROM push_subscriptions WHERE user_id = NEW.id;
	DELETE FROM receipt_addresses WHERE employee_id IN (SELECT id FROM employees WHERE user_id = NEW.id);
END;
