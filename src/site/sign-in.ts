import { html } from 'hono/html';

/** The page at which a sign-in by a company's provider ends. Its script shows the code that stands in the fragment of its address. */
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
<p>Your company has said who you are. Give this code to the program in which you began, within a minute:</p>
<p lang="de">Ihre Firma hat gesagt, wer Sie sind. Geben Sie diesen Code binnen einer Minute in das Programm ein, in dem Sie begonnen haben:</p>
<p><output><code id="code"></code></output></p>
<p><button type="button" id="copy">Copy / <span lang="de">Kopieren</span></button></p>
</div>
<div id="refused" hidden>
<p>You could not be signed in. Begin again, or ask your administrator.</p>
<p lang="de">Die Anmeldung ist nicht gelungen. Beginnen Sie noch einmal, oder fragen Sie Ihre Administration.</p>
</div>
</div>
</main>
</body>
</html>
`);
