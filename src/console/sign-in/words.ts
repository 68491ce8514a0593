import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	title: ['Sign in', 'Anmelden'],
	again: ['Please confirm that it is you', 'Bitte bestätigen Sie, dass Sie es sind'],
	whyAgain: [
		'What you want to do asks for it. It is good for 15 minutes.',
		'Was Sie vorhaben, verlangt es. Es gilt 15 Minuten lang.',
	],
	ended: [
		'Your session has ended. What you typed is kept and can be sent after signing in.',
		'Ihre Sitzung ist zu Ende. Was Sie eingegeben haben, ist aufgehoben und lässt sich nach dem Anmelden senden.',
	],
	go: ['Continue', 'Weiter'],
	password: ['Password', 'Passwort'],
	signIn: ['Sign in', 'Anmelden'],
	byProvider: ['Sign in with your company’s account', 'Mit dem Konto Ihrer Firma anmelden'],
	orPassword: ['Or with a password:', 'Oder mit einem Passwort:'],
	other: ['Use another e-mail address', 'Andere E-Mail-Adresse nehmen'],
	forgotten: ['Forgotten your password?', 'Passwort vergessen?'],
	reset: ['A new password', 'Ein neues Passwort'],
	resetHint: [
		'We send you a link by which you choose a new password. Whoever has not registered yet gets a new invitation.',
		'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen. Wer sich noch nicht registriert hat, bekommt eine neue Einladung.',
	],
	sendLink: ['Send the link', 'Link senden'],
	sent: [
		'If there is an account with this address, a link is on its way. It is good for one hour.',
		'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
	],
	code: ['Code', 'Code'],
	codeTitle: ['Second factor', 'Zweiter Faktor'],
	codeHint: [
		'Six digits of your authenticator app, or one of your recovery codes.',
		'Sechs Ziffern Ihrer Authentifizierungs-App, oder einer Ihrer Ersatzcodes.',
	],
	demo: ['Demo accounts', 'Demo-Konten'],
	demoHint: [
		'Only this local start offers them. One click signs in.',
		'Nur dieser lokale Start bietet sie an. Ein Klick meldet an.',
	],
	providerRefused: [
		'You could not be signed in. Begin again, or ask your administrator.',
		'Die Anmeldung ist nicht gelungen. Beginnen Sie noch einmal, oder fragen Sie Ihre Administration.',
	],
	signedOut: ['You are signed out.', 'Sie sind abgemeldet.'],
	tooMuch: [
		'What you typed is too long to be kept on the way to your company’s account. Copy it first.',
		'Was Sie eingegeben haben, ist zu lang, um auf dem Weg über das Konto Ihrer Firma aufgehoben zu werden. Kopieren Sie es vorher.',
	],
	registration: ['Set up your account', 'Konto einrichten'],
	letterCode: ['Code from your letter', 'Code aus Ihrem Brief'],
	letterCodeHint: [
		'12 letters. Case and hyphens do not matter.',
		'12 Buchstaben. Groß- und Kleinschreibung und Bindestriche sind gleichgültig.',
	],
	register: ['Set the password and sign in', 'Passwort setzen und anmelden'],
	renew: ['Send me a new link', 'Neuen Link senden'],
	renewed: [
		'If the link was genuine, a new one is on its way to you by e-mail.',
		'Wenn der Link echt war, ist ein neuer per E-Mail zu Ihnen unterwegs.',
	],
	setPassword: ['Set the password', 'Passwort setzen'],
	resetEnds: [
		'Wherever you are signed in, you are signed out then.',
		'Wo immer Sie angemeldet sind, sind Sie dann abgemeldet.',
	],
	changed: [
		'Your password is changed. Sign in with it.',
		'Ihr Passwort ist geändert. Melden Sie sich damit an.',
	],
});
