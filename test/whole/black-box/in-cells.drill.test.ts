// Runs the tests of black-box.drill.test.ts with companies that have a database of their own. With COMPANIES_MOVE=true they move to
// another one meanwhile.
process.env.NEW_COMPANIES = 'CELL';
await import('./answers.ts');
await import('./export.ts');
await import('./import.ts');
await import('./sso.ts');
await import('./journeys.ts');

export {};
