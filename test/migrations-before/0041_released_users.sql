-- Whoever lost address and sign-in to somebody who joined another company counts as not registered, and may be invited with another address.
UPDATE users SET date_registered = NULL, revision = revision + 1 WHERE email_key = id AND date_registered IS NOT NULL;
