/** What the account pages say. Each outcome is shown when the service answers so. */
const ENGLISH = {
	titles: { registration: 'Set up your account', 'password-reset': 'Choose a new password' },
	noScript: 'This page needs JavaScript to send your password. Please allow it, or use another browser.',
	request: 'Enter your e-mail address. We send you a link by which you choose a new password.',
	email: 'E-mail address',
	send: 'Send the link',
	code: 'Code from your letter',
	codeHint: '12 letters. Case and hyphens do not matter.',
	password: 'New password',
	passwordHint: '12 to 128 characters of any kind. A few words that only you put together are good.',
	show: 'Show the password',
	set: 'Set the password',
	renew: 'Send me a new link',
	outcomes: {
		registration: {
			working: 'One moment …',
			done: 'Your account is ready. Sign in with your e-mail address and your new password.',
			link_not_valid: 'This link or code is not valid. It was used or replaced, or it has expired.',
			renewed: 'If the link was genuine, a new one is on its way to you by e-mail.',
			too_common: 'Others use this password too, or it only repeats or counts. Please choose another one.',
			personal: 'This password is too close to your name or e-mail address. Please choose another one.',
			too_many_attempts: 'There were too many attempts. Please try again in a quarter of an hour.',
			failed: 'That did not work. Please try again later.',
		},
		'password-reset': {
			working: 'One moment …',
			requested: 'If there is an account with this address, a link is on its way. It is good for one hour.',
			done: 'Your password is changed. Sign in with your e-mail address and your new password.',
			link_not_valid:
				'This link is not valid. It was used or replaced, or it has expired. Ask for a new one.',
			too_common: 'Others use this password too, or it only repeats or counts. Please choose another one.',
			personal: 'This password is too close to your name or e-mail address. Please choose another one.',
			too_many_attempts: 'There were too many attempts. Please try again in a quarter of an hour.',
			failed: 'That did not work. Please try again later.',
		},
	},
};

export type AccountWords = typeof ENGLISH;

const GERMAN: AccountWords = {
	titles: { registration: 'Konto einrichten', 'password-reset': 'Neues Passwort wählen' },
	noScript:
		'Diese Seite braucht JavaScript, um Ihr Passwort zu senden. Bitte erlauben Sie es, oder nehmen Sie einen anderen Browser.',
	request:
		'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
	email: 'E-Mail-Adresse',
	send: 'Link senden',
	code: 'Code aus Ihrem Brief',
	codeHint: '12 Buchstaben. Groß- und Kleinschreibung und Bindestriche sind gleichgültig.',
	password: 'Neues Passwort',
	passwordHint: '12 bis 128 beliebige Zeichen. Gut sind einige Wörter, die nur Sie so zusammenstellen.',
	show: 'Passwort anzeigen',
	set: 'Passwort setzen',
	renew: 'Neuen Link senden',
	outcomes: {
		registration: {
			working: 'Einen Augenblick …',
			done: 'Ihr Konto ist bereit. Melden Sie sich mit Ihrer E-Mail-Adresse und dem neuen Passwort an.',
			link_not_valid:
				'Dieser Link oder Code gilt nicht. Er wurde benutzt oder ersetzt, oder er ist abgelaufen.',
			renewed: 'Wenn der Link echt war, ist ein neuer per E-Mail zu Ihnen unterwegs.',
			too_common:
				'Dieses Passwort benutzen auch andere, oder es wiederholt oder zählt nur. Bitte wählen Sie ein anderes.',
			personal:
				'Dieses Passwort ist Ihrem Namen oder Ihrer E-Mail-Adresse zu ähnlich. Bitte wählen Sie ein anderes.',
			too_many_attempts: 'Es waren zu viele Versuche. Bitte versuchen Sie es in einer Viertelstunde wieder.',
			failed: 'Das hat nicht geklappt. Bitte versuchen Sie es später noch einmal.',
		},
		'password-reset': {
			working: 'Einen Augenblick …',
			requested: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
			done: 'Ihr Passwort ist geändert. Melden Sie sich mit Ihrer E-Mail-Adresse und dem neuen Passwort an.',
			link_not_valid:
				'Dieser Link gilt nicht. Er wurde benutzt oder ersetzt, oder er ist abgelaufen. Fordern Sie einen neuen an.',
			too_common:
				'Dieses Passwort benutzen auch andere, oder es wiederholt oder zählt nur. Bitte wählen Sie ein anderes.',
			personal:
				'Dieses Passwort ist Ihrem Namen oder Ihrer E-Mail-Adresse zu ähnlich. Bitte wählen Sie ein anderes.',
			too_many_attempts: 'Es waren zu viele Versuche. Bitte versuchen Sie es in einer Viertelstunde wieder.',
			failed: 'Das hat nicht geklappt. Bitte versuchen Sie es später noch einmal.',
		},
	},
};

export const WORDS = { en: ENGLISH, de: GERMAN };
