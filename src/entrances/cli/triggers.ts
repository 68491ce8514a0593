import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { MOVE_TRIGGERS } from '../../foundation/cells/move/triggers.ts';

// Writes the triggers that stop writes during a move to the end of the last migration, except for those of earlier ones.
const BREAKPOINT = '\n--> statement-breakpoint\n';
const SECTION = `${BREAKPOINT}
-- == A company that is moving takes no writes. "npm run generate:triggers" writes the rest of this file from the catalogue of tables.

`;
const paths = globSync('migrations/*.sql').sort();
const last = paths.pop() ?? '';
const earlier = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
const [rest = ''] = readFileSync(last, 'utf8').split(SECTION);
const missing = MOVE_TRIGGERS.filter(({ name }) => !earlier.includes(`CREATE TRIGGER ${name} `));
const section = missing.length === 0 ? '' : SECTION + missing.map(({ sql }) => sql).join(BREAKPOINT);
writeFileSync(last, `${rest.trimEnd()}${section}\n`);
