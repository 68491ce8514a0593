import { cpSync, writeFileSync } from 'node:fs';

cpSync('node_modules/@scalar/api-reference/dist/browser/standalone.js', '.assets/scalar.js');
writeFileSync(
	'.assets/_headers',
	`/*
  X-Content-Type-Options: nosniff
  Cross-Origin-Resource-Policy: same-origin
  Referrer-Policy: no-referrer
`,
);
