import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	title: ['Sign in', 'Anmelden'],
	again: ['Please confirm that it is you', 'Bitte bestätigen Sie, dass Sie es sind'],
	whyAgain: [
		'This page needs a recent sign-in. It stays valid for 15 minutes.',
		'Diese Seite verlangt eine aktuelle Anmeldung. Sie gilt dann 15 Minuten.',
	],
	ended: [
		'Your session has ended. Your entries are kept and can be submitted after you sign in.',
		'Ihre Sitzung ist beendet. Ihre Eingaben bleiben erhalten und können nach der Anmeldung gesendet werden.',
	],
	fileNotKept: [
		'The file cannot be kept because your browser runs no scripts. You will select it again after you sign in.',
		'Die Datei kann nicht aufbewahrt werden, weil Ihr Browser keine Skripte ausführt. Nach der Anmeldung wählen Sie sie noch einmal aus.',
	],
	signIn: ['Sign in', 'Anmelden'],
	byProvider: ['Sign in with your company account', 'Mit dem Unternehmenskonto anmelden'],
	noPassword: [
		'Your company requires you to sign in with your company account. You do not need a password here.',
		'Ihr Unternehmen verlangt die Anmeldung mit Ihrem Unternehmenskonto. Hier brauchen Sie kein Passwort.',
	],
	orPassword: ['Or with a password:', 'Oder mit einem Passwort:'],
	other: ['Use another e-mail address', 'Andere E-Mail-Adresse verwenden'],
	forgotten: ['Forgot your password?', 'Passwort vergessen?'],
	reset: ['Reset your password', 'Passwort zurücksetzen'],
	resetHint: [
		'We will send you a link to choose a new password. If you have not registered yet, you will get a new invitation.',
		'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen. Wenn Sie noch nicht registriert sind, erhalten Sie eine neue Einladung.',
	],
	sent: [
		'If an account with this address exists, a link is on its way. It is valid for one hour.',
		'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
	],
	codeHint: [
		'The six digits from your authenticator app, or one of your recovery codes.',
		'Die sechs Ziffern aus Ihrer Authentifizierungs-App oder einer Ihrer Wiederherstellungscodes.',
	],
	demo: ['Demo accounts', 'Demo-Konten'],
	demoHint: [
		'Only this local installation offers them. Select one to sign in.',
		'Nur diese lokale Installation bietet sie an. Wählen Sie eines aus, um sich anzumelden.',
	],
	providerRefused: [
		'You could not be signed in. Try again, or ask your administrator.',
		'Die Anmeldung ist nicht gelungen. Versuchen Sie es noch einmal, oder fragen Sie Ihre Administration.',
	],
	signedOut: ['You are signed out.', 'Sie sind abgemeldet.'],
	tooMuch: [
		'Your entries are too long to be kept while you sign in. Copy them first.',
		'Ihre Eingaben sind zu lang, um während der Anmeldung aufbewahrt zu werden. Kopieren Sie sie vorher.',
	],
	entries: ['Your entries', 'Ihre Eingaben'],
	registration: ['Set up your account', 'Konto einrichten'],
	token: ['Code from your mail or letter', 'Code aus Ihrer Mail oder Ihrem Brief'],
	tokenHint: [
		'12 letters. Upper or lower case and hyphens do not matter.',
		'12 Buchstaben. Groß- und Kleinschreibung und Bindestriche spielen keine Rolle.',
	],
	invited: (company: string) => [
		`You set up your account at ${company}.`,
		`Sie richten Ihr Konto bei ${company} ein.`,
	],
	register: ['Set password and sign in', 'Passwort festlegen und anmelden'],
	renew: ['Send a new link', 'Neuen Link senden'],
	renewed: [
		'If the link was valid, a new one is on its way to you by e-mail.',
		'Wenn der Link gültig war, ist ein neuer per Mail zu Ihnen unterwegs.',
	],
	setPassword: ['Set password', 'Passwort festlegen'],
	addresses: {
		moved: {
			title: ['Confirm your new e-mail address', 'Neue E-Mail-Adresse bestätigen'],
			hint: [
				'This changes the e-mail address of the account and signs it out on all devices.',
				'Damit ändern Sie die E-Mail-Adresse des Kontos und melden es auf allen Geräten ab.',
			],
			button: ['Change e-mail address', 'E-Mail-Adresse ändern'],
		},
		restored: {
			title: ['Restore your old e-mail address', 'Frühere E-Mail-Adresse wiederherstellen'],
			hint: [
				'This restores the address to which we sent the link. It ends all sessions, all links and the password of the account. A second factor, API keys and other things end if they were added since the change was requested. Our mail lists them, and says how and when you get a new password.',
				'Damit gilt wieder die Adresse, an die wir den Link gesendet haben. Alle Sitzungen, alle Links und das Passwort des Kontos enden. Ein zweiter Faktor, API-Schlüssel und anderes enden, wenn sie seit dem Antrag auf die Änderung dazukamen. Unsere Mail zählt sie auf und nennt, wie und wann Sie ein neues Passwort erhalten.',
			],
			button: ['Restore e-mail address', 'E-Mail-Adresse wiederherstellen'],
		},
	},
	agreement: {
		title: ['Change of your e-mail address', 'Änderung Ihrer E-Mail-Adresse'],
		hint: [
			'An administrator has asked for another e-mail address for this account. Our mail names it. The address changes when you have agreed and the new one is confirmed.',
			'Die Administration möchte die E-Mail-Adresse dieses Kontos ändern. Unsere Mail nennt die neue. Die Adresse ändert sich, wenn Sie zustimmen und die neue bestätigt ist.',
		],
		agree: ['Agree', 'Zustimmen'],
		refuse: ['Refuse', 'Ablehnen'],
	},
	proofHint: [
		'An administrator asked for this. With your present password or a code of your second factor, the address changes at once. Without them, it changes when somebody else has agreed.',
		'Die Administration hat das beantragt. Mit Ihrem bisherigen Passwort oder einem Code Ihres zweiten Faktors ändert sich die Adresse sofort. Ohne beides ändert sie sich, sobald jemand anderes zugestimmt hat.',
	],
	waits: [
		'Thank you. The address changes when the link in the new mailbox was used and the person, the old mailbox or a second administrator has agreed.',
		'Danke. Die Adresse ändert sich, sobald die neue bestätigt ist und die Person, das alte Postfach oder eine zweite Person aus der Administration zugestimmt hat.',
	],
	refused: [
		'The request was cancelled. Nothing changes.',
		'Die Anfrage wurde abgebrochen. Es ändert sich nichts.',
	],
	ownAddress: {
		title: ['Confirm your e-mail address', 'E-Mail-Adresse bestätigen'],
		hint: [
			'Enter the password of the account, or a code of its second factor. This confirms that the address is yours, and signs the account out on all devices. New roles then take effect.',
			'Geben Sie das Passwort des Kontos oder einen Code seines zweiten Faktors ein. Damit bestätigen Sie, dass die Adresse Ihre ist, und melden das Konto auf allen Geräten ab. Neue Rollen gelten erst danach.',
		],
		button: ['Confirm e-mail address', 'E-Mail-Adresse bestätigen'],
	},
	proven: [
		'Your e-mail address is confirmed. Sign in again.',
		'Ihre E-Mail-Adresse ist bestätigt. Melden Sie sich neu an.',
	],
	moved: [
		'The e-mail address was changed. Sign in with the new one.',
		'Die E-Mail-Adresse wurde geändert. Melden Sie sich mit der neuen an.',
	],
	restored: [
		'Your old e-mail address is in use again. A mail lists what has ended. If you had a password, another one brings a link to choose a new one, and says from when it works.',
		'Ihre frühere E-Mail-Adresse gilt wieder. Eine Mail nennt, was beendet ist. Wenn Sie ein Passwort hatten, bringt eine weitere einen Link für ein neues und nennt, ab wann er gilt.',
	],
	resetEnds: ['This signs you out on all devices.', 'Sie werden damit auf allen Geräten abgemeldet.'],
	changed: [
		'Your password was changed. Sign in with the new one.',
		'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
	],
});
