// The journeys with companies in cells, which have the schema of this repository already.
process.env.NEW_COMPANIES = 'CELL';
process.env.PART_OF_SUITE = 'journeys';
await import('./last-release.ts');

export {};
