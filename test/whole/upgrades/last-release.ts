// Runs the suite of the last release with its Worker on the schema of this repository. A file of tests shares a service.
import { unpackReleasedWorker } from '../../../src/entrances/cli/released-worker.ts';

const { NEW_COMPANIES = 'D1', PART_OF_SUITE = '' } = process.env;
const { folder, suite } = unpackReleasedWorker(`.wrangler/released-for-${NEW_COMPANIES}`);
process.env.RELEASED_WORKER = folder;
for (const file of suite) if (file.includes(PART_OF_SUITE)) await import(file);
