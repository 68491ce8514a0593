import { CATALOGUE, OWNERS, type Table } from '../../core/tables.ts';

const MOVING = 'SELECT 1 FROM movers WHERE is_closed';

/** The condition that the company or the user of a row is moving. `row` is NEW or OLD. */
function isMoving({ owner, stopped }: Table, row: string): string {
	const { by } = stopped ?? {};
	// The history names companies and people by numbers.
	const key = owner === 'special' ? 'party' : 'id';
	const table = OWNERS[owner as keyof typeof OWNERS];
	if (by !== undefined || table === 'users' || table === 'companies')
		return (by ?? [owner]).map((column) => `EXISTS (${MOVING} AND ${key} = ${row}.${column})`).join(' OR ');
	const theirs = table === 'sessions' ? 'user_id' : 'company_id';
	return `EXISTS (${MOVING})
	AND EXISTS (SELECT 1 FROM ${table} o JOIN movers m ON m.id = o.${theirs} AND m.is_closed WHERE o.id = ${row}.${owner})`;
}

const SAID = { insert: 'added', update: 'changed', delete: 'deleted' } as const;

interface Trigger {
	name: string;
	/** With a comment in a line of its own. */
	sql: string;
}

function triggersOf(name: string, table: Table): Trigger[] {
	const { stopped = {} } = table;
	const writes = (['insert', 'update', 'delete'] as const).filter((write) => stopped[write] !== undefined);
	return writes.map((write) => {
		const trigger = `${name}_race_move${writes.length === 1 ? '' : `_${write}`}`;
		const isRefused = stopped[write] === 'refused';
		const of = write === 'update' && stopped.of !== undefined ? ` OF ${stopped.of}` : '';
		return {
			name: trigger,
			sql: `-- ${isRefused ? 'No row is' : 'Rows stay as they are instead of being'} ${SAID[write]} while the company moves.
CREATE TRIGGER ${trigger} BEFORE ${write.toUpperCase()}${of} ON ${name}
WHEN ${isMoving(table, write === 'delete' ? 'OLD' : 'NEW')}
BEGIN SELECT RAISE(${isRefused ? `ABORT, 'company_moving'` : 'IGNORE'}); END;`,
		};
	});
}

/** The triggers that stop writes while a company moves. A command writes them into the migration, and a test compares both. */
export const MOVE_TRIGGERS: readonly Trigger[] = CATALOGUE.flatMap(([name, table]) =>
	triggersOf(name, table),
);
