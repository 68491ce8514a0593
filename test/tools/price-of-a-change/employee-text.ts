import type { Change } from './change.ts';

/** A company keeps the department of each employee. */
export const EMPLOYEE_TEXT: Change = {
	name: 'employee-text',
	isStored: true,
	edits: [
		{
			file: 'src/foundation/core/employee-texts.ts',
			instead: '} as const satisfies Record<string, Declaration>;',
			lines: `	department: {
		column: 'department',
		label: ['department', 'Abteilung'],
		example: 'Sales',
		otherTitles: ['Team'],
		attribute: 'department',
		description: 'The department.',
	},
} as const satisfies Record<string, Declaration>;`,
		},
	],
	// It takes every declared text through requests, history, import, export, erasure, SCIM and the forms.
	tests: ['test/benefits/employees/texts.test.ts', 'test/migrations.node.test.ts'],
};
