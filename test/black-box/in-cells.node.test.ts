// The same tests as in black-box.node.test.ts, where each company has a database of its own.
process.env.NEW_COMPANIES = 'CELL';
await import('./answers.ts');
await import('./export.ts');
await import('./import.ts');
await import('./sso.ts');
await import('./journeys.ts');

export {};
