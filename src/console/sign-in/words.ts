import type { Catalogue } from '../words.ts';

const ENGLISH = {
	title: 'Sign in',
	again: 'Please confirm that it is you',
	whyAgain: 'What you want to do asks for it. It is good for 15 minutes.',
	ended: 'Your session has ended. What you typed is kept and can be sent after signing in.',
	email: 'E-mail address',
	go: 'Continue',
	password: 'Password',
	signIn: 'Sign in',
	byProvider: 'Sign in with your company’s account',
	orPassword: 'Or with a password:',
	other: 'Use another e-mail address',
	forgotten: 'Forgotten your password?',
	reset: 'A new password',
	resetHint:
		'We send you a link by which you choose a new password. Whoever has not registered yet gets a new invitation.',
	sendLink: 'Send the link',
	sent: 'If there is an account with this address, a link is on its way. It is good for one hour.',
	code: 'Code',
	codeTitle: 'Second factor',
	codeHint: 'Six digits of your authenticator app, or one of your recovery codes.',
	demo: 'Demo accounts',
	demoHint: 'Only this local start offers them. One click signs in.',
	providerRefused: 'You could not be signed in. Begin again, or ask your administrator.',
	signedOut: 'You are signed out.',
};

const GERMAN: typeof ENGLISH = {
	title: 'Anmelden',
	again: 'Bitte bestätigen Sie, dass Sie es sind',
	whyAgain: 'Was Sie vorhaben, verlangt es. Es gilt 15 Minuten lang.',
	ended:
		'Ihre Sitzung ist zu Ende. Was Sie eingegeben haben, ist aufgehoben und lässt sich nach dem Anmelden senden.',
	email: 'E-Mail-Adresse',
	go: 'Weiter',
	password: 'Passwort',
	signIn: 'Anmelden',
	byProvider: 'Mit dem Konto Ihrer Firma anmelden',
	orPassword: 'Oder mit einem Passwort:',
	other: 'Andere E-Mail-Adresse nehmen',
	forgotten: 'Passwort vergessen?',
	reset: 'Ein neues Passwort',
	resetHint:
		'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen. Wer sich noch nicht registriert hat, bekommt eine neue Einladung.',
	sendLink: 'Link senden',
	sent: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
	code: 'Code',
	codeTitle: 'Zweiter Faktor',
	codeHint: 'Sechs Ziffern Ihrer Authentifizierungs-App, oder einer Ihrer Ersatzcodes.',
	demo: 'Demo-Konten',
	demoHint: 'Nur dieser lokale Start bietet sie an. Ein Klick meldet an.',
	providerRefused:
		'Die Anmeldung ist nicht gelungen. Beginnen Sie noch einmal, oder fragen Sie Ihre Administration.',
	signedOut: 'Sie sind abgemeldet.',
};

export const WORDS: Catalogue<typeof ENGLISH> = { en: ENGLISH, de: GERMAN };
