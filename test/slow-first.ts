import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, by a part of their paths. The last test file would keep only one core busy. */
const SLOW = [
	'console/journeys',
	'black-box/',
	'cli/start',
	'cli/deployment',
	'kills/backups',
	'upgrades/swap',
	'every-route',
	'faults/writes',
	'faults/cron',
	'faults/move',
	'model/model',
	'hosting/moves',
	'fuzz/shapes',
	'http/overload',
	'idempotency/replays',
];

/** Projects that share a worker between their files come last, because a worker ends where another project goes between. */
const PROJECTS = ['drills', 'node', 'pure', 'workerd'];

export class SlowFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rankOf = ({ moduleId, project }: TestSpecification): number => {
			const place = SLOW.findIndex((part) => moduleId.includes(part));
			return PROJECTS.indexOf(project.name) * (SLOW.length + 1) + (place === -1 ? SLOW.length : place);
		};
		return files.toSorted((a, b) => rankOf(a) - rankOf(b));
	}
}
