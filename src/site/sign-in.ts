import { html } from 'hono/html';

/** The last page of a sign-in with a company's provider. Its script shows the code from the fragment of the address. */
export const signInPage = (style: string): string =>
	String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Sign-in</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="/sign-in.js"></script>
</head>
<body>
<main>
<h1>Sign-in</h1>
<noscript><p>This page needs JavaScript to show the code of your sign-in.</p></noscript>
<div role="status">
<div id="done" hidden>
<p>Your company has confirmed your identity. Enter this code in the program where you started, within one minute:</p>
<p lang="de">Ihre Firma hat Ihre Identität bestätigt. Geben Sie diesen Code innerhalb einer Minute in dem Programm ein, in dem Sie begonnen haben:</p>
<p><output><code id="code"></code></output></p>
<p><button type="button" id="copy">Copy / <span lang="de">Kopieren</span></button></p>
</div>
<div id="refused" hidden>
<p>Sign-in failed. Start again, or ask your administrator.</p>
<p lang="de">Die Anmeldung ist fehlgeschlagen. Beginnen Sie noch einmal, oder fragen Sie Ihre Administration.</p>
</div>
</div>
</main>
</body>
</html>
`);
