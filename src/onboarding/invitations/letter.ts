import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { dictionary } from '../../core/language.ts';
import { inGroups, linkOf } from './contract.ts';
import type { Letter } from './rules.ts';

const STYLE = `
@page { size: A4; margin: 25mm 20mm }
body { margin: 0 auto; padding: 1rem; max-width: 34rem; font: 12pt/1.5 system-ui, sans-serif; color: #000; background: #fff }
h1 { font-size: 1.4em; line-height: 1.2 }
svg { display: block; width: 45mm; height: 45mm; margin: 1rem 0 }
.code { font: 700 1.6em ui-monospace, monospace; letter-spacing: 0.05em }
.address { overflow-wrap: anywhere }
`;

/** The page runs nothing and has no style but its own. */
export const LETTER_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`;

const WORDS = dictionary({
	title: ['Invitation', 'Einladung'],
	greeting: (name: string) => [`Hello ${name},`, `Guten Tag ${name},`],
	intro: (company: string) => [
		`${company} has created an account for your benefits. To use it, choose a password.`,
		`${company} hat für Sie ein Konto für Ihre Benefits angelegt. Wählen Sie ein Passwort, um es zu benutzen.`,
	],
	scan: [
		'Scan this picture with the camera of your phone:',
		'Scannen Sie dieses Bild mit der Kamera Ihres Telefons:',
	],
	picture: [
		'QR code with the address of the registration and your code',
		'QR-Code mit der Adresse der Registrierung und Ihrem Code',
	],
	type: [
		'Or open this address and enter your code:',
		'Oder öffnen Sie diese Adresse und geben Sie Ihren Code ein:',
	],
	signIn: [
		'Then sign in with this e-mail address and your password:',
		'Danach melden Sie sich mit dieser E-Mail-Adresse und Ihrem Passwort an:',
	],
	until: (day: string) => [
		`The code works once, until ${day}. Do not share it. Destroy this letter after you have registered.`,
		`Der Code gilt einmal, bis zum ${day}. Geben Sie ihn nicht weiter. Vernichten Sie diesen Brief nach der Registrierung.`,
	],
});

/** The invitation as a page to print, whole in itself. */
export function letterPage(letter: Letter, origin: string): string {
	const { email, firstName, lastName, companyName, code, dateExpires } = letter;
	const language = letter.language?.startsWith('de') ? 'de' : 'en';
	const words = WORDS[language];
	const name = [firstName, lastName].filter(Boolean).join(' ') || email;
	const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(dateExpires);
	return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p>${words.greeting(name)}</p>
<p>${words.intro(companyName ?? 'Zubrot')}</p>
<p>${words.scan}</p>
<div role="img" aria-label="${words.picture}">${raw(renderSVG(linkOf(origin, code), { ecc: 'M', border: 4 }))}</div>
<p>${words.type}</p>
<p class="address">${linkOf(origin)}</p>
<p class="code">${inGroups(code)}</p>
<p>${words.signIn}</p>
<p class="address">${email}</p>
<p>${words.until(day)}</p>
</main>
</body>
</html>
`);
}
