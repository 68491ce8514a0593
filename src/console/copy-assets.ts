import { cpSync } from 'node:fs';

cpSync('node_modules/@scalar/api-reference/dist/browser/standalone.js', '.assets/scalar.js');
