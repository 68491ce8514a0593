import { byText } from './employee-texts.ts';

/**
 * How the service finds whose row it is: the column that names the owner, which is the company itself for `id`. Otherwise:
 * - `special`: each use finds the rows in a way of its own, because companies share them or several owners have some;
 * - `database`: each database keeps rows of its own;
 * - `D1`: only D1 uses them.
 */
export type RowOwner = keyof typeof OWNERS | 'special' | 'database' | 'D1';

/** The tables of the owners, by the column that names one. */
export const OWNERS = {
	company_id: 'companies',
	user_id: 'users',
	caller_id: 'users',
	session_id: 'sessions',
	employee_id: 'employees',
	run_id: 'payroll_runs',
	expense_id: 'expenses',
	standing_expense_id: 'standing_expenses',
	proposal_id: 'proposals',
} as const;

/** A row of the catalogue: all that the service knows of a table. Foundation knows no room, so tables and columns are named by their texts. */
export interface Table {
	owner: RowOwner;
	/** Rows without a company belong to the user in `user_id`. */
	orUser?: true;
	/** The column that divides many rows into pages, the size of a page, and whether the column holds numbers. */
	pages?: readonly [column: string, size: number, isByNumber?: true];
	/** Has `date_deleted`, and its index has only rows without it. */
	isTimeline?: true;
	/** Columns that name users who need not belong to the company. A copy brings these users as guests. */
	guests?: readonly string[];

	/** Columns with the hashes of what callers present. By these, D1 leads requests to the cell of the company. */
	credential?: readonly string[];
	/** Columns with texts that `ENCRYPTION_KEY` has sealed. */
	sealed?: readonly string[];
	/** Other columns that no operator may read. */
	secret?: readonly string[];
	/** Columns that only their person reads. An export of the person has them, but no operator reads them in a query. */
	own?: readonly string[];
	/** Columns that mean something only to this database and its code. An export of data leaves them out, as it does secrets. */
	internal?: readonly string[];
	/** Columns with personal data, which an erasure blanks. With `rows`, it deletes the rows of the person. */
	personal?: readonly string[] | 'rows';
	/** People sign in by it, so D1 has no rows of a company that has a cell. Tables with credentials need not say so. */
	isEntrance?: true;
	/** Whether the owner of a company gets the rows in a backup. Without it, a table with secrets is left out. */
	isForOwner?: boolean;

	/** The bucket in which each row has a file. */
	file?: 'RECEIPTS' | 'HISTORY';
	/** A company takes all rows of its database with it, so that nothing happens twice. */
	isCopied?: true;
	/** A backup of the service leaves it out. */
	isUnsaved?: true;
	/** A restore deletes the rows, because they began sign-ins that are over. */
	endsWithRestore?: true;
	/**
	 * Writes that triggers refuse or ignore while the company moves, updates perhaps only of one column. They find the company or its user
	 * by the owner, or by other columns.
	 */
	stopped?: Readonly<Partial<Record<'insert' | 'update' | 'delete', 'refused' | 'ignored'>>> & {
		of?: string;
		by?: readonly string[];
	};
	/** A reset of a sandbox keeps the rows, or deletes them. Without it, rows of the company go, and rows of a database stay. */
	reset?: 'kept' | 'emptied';
}

/** No row is added, changed or deleted. */
const ALL = { insert: 'refused', update: 'refused', delete: 'refused' } as const;

/** All tables, one row each, in the order of the rooms. A row therefore stands behind those that its foreign keys name. */
export const TABLES = {
	// The directory of companies, and moves between databases
	movers: { owner: 'special', reset: 'kept' },
	moves: { owner: 'D1', isUnsaved: true },
	places: { owner: 'D1', pages: ['company_id', 200] },
	addresses: { owner: 'D1', pages: ['address', 2000] },
	claims: { owner: 'D1', pages: ['value', 2000], secret: ['value'] },
	forwards: { owner: 'D1', pages: ['hash', 2000], secret: ['hash'] },
	announcements: { owner: 'D1' },
	backups: { owner: 'database', isUnsaved: true },
	fences: { owner: 'database', isCopied: true },
	template_copies: { owner: 'database', isCopied: true },

	// Companies
	companies: { owner: 'special', internal: ['revision'], reset: 'kept' },
	company_logos: { owner: 'company_id', reset: 'kept' },
	sandboxes: { owner: 'company_id', reset: 'kept' },
	quota_usage: { owner: 'special' },

	// Users
	users: {
		owner: 'special',
		secret: ['password_hash'],
		internal: ['email_key', 'revision'],
		personal: ['email', 'email_key', 'password_hash', 'first_name', 'last_name', 'language'],
		isForOwner: true,
	},
	user_companies: { owner: 'company_id', reset: 'kept' },
	influences: { owner: 'user_id', isForOwner: false, reset: 'kept' },
	grants: { owner: 'user_id' },
	login_attempts: { owner: 'D1', secret: ['key'], isUnsaved: true },
	known_places: { owner: 'D1', secret: ['key'], isUnsaved: true },
	idempotency_keys: {
		owner: 'caller_id',
		pages: ['caller_id', 100],
		secret: ['key', 'fingerprint', 'attempt', 'headers', 'body'],
		personal: ['headers', 'body'],
		// No request with a key begins, because its key would not be in the copy.
		stopped: { insert: 'refused' },
	},

	// Mail
	mails: {
		owner: 'company_id',
		orUser: true,
		pages: ['id', 1000],
		sealed: ['sealed', 'kept'],
		secret: ['attempt'],
		internal: ['turn', 'carrier_id'],
		personal: 'rows',
		isForOwner: true,
		guests: ['user_id'],
		// The sender passes over waiting mails, which the new cell sends.
		stopped: { insert: 'refused', update: 'ignored', by: ['user_id', 'company_id'] },
	},
	mail_days: { owner: 'database', isUnsaved: true, reset: 'emptied' },
	mail_turns: { owner: 'database', isUnsaved: true, reset: 'emptied' },
	invitation_days: { owner: 'database', isUnsaved: true, reset: 'emptied' },
	reminder_turns: { owner: 'database', isCopied: true, reset: 'emptied' },
	muted_notices: {
		owner: 'user_id',
		personal: 'rows',
		stopped: { insert: 'refused', delete: 'refused' },
	},
	push_subscriptions: {
		owner: 'user_id',
		sealed: ['sealed'],
		secret: ['endpoint_hash', 'attempt'],
		personal: 'rows',
		// The new database sends what is due.
		stopped: { insert: 'refused', update: 'ignored' },
	},

	// Signing in
	sessions: {
		owner: 'user_id',
		credential: ['cookie_hash'],
		personal: ['device', 'country', 'city'],
		endsWithRestore: true,
		// A page that is read does not note its time. The end of a session is refused with its access event.
		stopped: { insert: 'refused', update: 'ignored' },
	},
	refresh_tokens: {
		owner: 'session_id',
		credential: ['hash'],
		endsWithRestore: true,
		stopped: { insert: 'refused' },
	},
	identity_changes: {
		owner: 'company_id',
		orUser: true,
		guests: ['user_id', 'asker_id', 'consenter_id'],
		personal: 'rows',
		isForOwner: false,
		stopped: { insert: 'refused', update: 'refused', by: ['company_id', 'user_id'] },
	},
	known_devices: { owner: 'user_id', personal: 'rows', isForOwner: false },
	one_time_tokens: {
		owner: 'user_id',
		credential: ['key'],
		secret: ['code_hash', 'code_mark'],
		endsWithRestore: true,
		guests: ['author_id'],
		stopped: ALL,
	},
	address_changes: {
		owner: 'user_id',
		credential: ['key'],
		secret: ['code_mark'],
		internal: ['email_key'],
		personal: 'rows',
		endsWithRestore: true,
		stopped: ALL,
	},
	address_proofs: {
		owner: 'user_id',
		credential: ['key'],
		secret: ['code_mark'],
		personal: 'rows',
		endsWithRestore: true,
		guests: ['author_id'],
		stopped: ALL,
	},
	second_factors: { owner: 'user_id', sealed: ['secret'], secret: ['last_step'], personal: 'rows' },
	recovery_codes: { owner: 'user_id', secret: ['hash'], personal: 'rows' },
	api_keys: {
		owner: 'company_id',
		guests: ['user_id', 'maker_id'],
		credential: ['hash'],
		reset: 'kept',
		// A key works, but its use is not noted.
		stopped: { update: 'ignored', of: 'date_used', by: ['user_id'] },
	},
	identity_providers: { owner: 'company_id', sealed: ['client_secret'], isEntrance: true, reset: 'kept' },
	company_domains: { owner: 'company_id', isEntrance: true, reset: 'kept' },
	external_identities: {
		owner: 'company_id',
		guests: ['user_id'],
		personal: 'rows',
		isEntrance: true,
		isForOwner: false,
	},
	sso_sign_ins: {
		owner: 'company_id',
		credential: ['code_hash'],
		secret: ['state_hash', 'transaction_hash', 'exchange'],
		endsWithRestore: true,
		guests: ['user_id'],
		stopped: { insert: 'refused', update: 'refused', by: ['user_id'] },
	},

	// The history
	events: {
		owner: 'special',
		// Every change of a record leaves an event, so this stops all of them.
		stopped: { insert: 'refused', by: ['company', 'subject'] },
	},
	event_authors: { owner: 'special', reset: 'kept' },
	event_parties: { owner: 'special', reset: 'kept' },
	event_texts: { owner: 'database', isCopied: true },
	event_values: { owner: 'special' },
	event_hours: { owner: 'special' },
	event_archives: { owner: 'special', file: 'HISTORY' },
	event_archive_subjects: { owner: 'special' },
	event_files: { owner: 'special' },
	access_events: {
		owner: 'company_id',
		orUser: true,
		pages: ['position', 2000, true],
		secret: ['key'],
		internal: ['position'],
		personal: ['place', 'country', 'city', 'device'],
		reset: 'kept',
		stopped: { insert: 'refused', update: 'refused', by: ['company_id', 'user_id'] },
	},

	// Employees
	employees: {
		owner: 'company_id',
		internal: ['revision'],
		personal: [...Object.values(byText((_, { column }) => column)), 'groups', 'user_name', 'external_id'],
		pages: ['id', 500],
	},
	employee_groups: { owner: 'company_id', pages: ['name', 2000] },
	directory_groups: { owner: 'company_id', internal: ['key', 'revision'] },
	pauses: { owner: 'employee_id', personal: 'rows' },
	people: { owner: 'special' },
	people_index: { owner: 'special' },

	// Payroll transactions
	payroll_runs: { owner: 'company_id', guests: ['closed_by'] },
	payroll_transactions: { owner: 'company_id', pages: ['id', 1000] },
	payroll_corrections: {
		owner: 'company_id',
		personal: ['reason'],
		guests: ['author_id'],
		pages: ['transaction_id', 1000],
	},
	payroll_settlements: {
		owner: 'company_id',
		personal: ['reason'],
		guests: ['author_id'],
		pages: ['transaction_id', 1000],
	},

	// Goodies
	default_accesses: { owner: 'employee_id', isTimeline: true },
	planned_vouchers: { owner: 'employee_id', isTimeline: true },
	issued_vouchers: { owner: 'employee_id' },

	// Flex
	tax_rule_templates: { owner: 'special', reset: 'kept' },
	tax_rule_template_companies: { owner: 'company_id', reset: 'kept' },
	flex_accesses: { owner: 'employee_id', isTimeline: true },

	// Expenses
	approval_rules: { owner: 'company_id', reset: 'kept' },
	approval_seeds: { owner: 'company_id', sealed: ['sealed'] },
	known_tills: { owner: 'D1' },
	standing_expenses: {
		owner: 'company_id',
		personal: ['note'],
		guests: ['author_id', 'ender_id'],
		pages: ['id', 1000],
	},
	standing_proofs: {
		owner: 'standing_expense_id',
		personal: ['rejection_reason'],
		pages: ['standing_expense_id', 500],
		file: 'RECEIPTS',
		guests: ['author_id', 'decider_id'],
		stopped: ALL,
	},
	expenses: {
		owner: 'company_id',
		personal: ['note', 'rejection_reason', 'recreation_for', 'machine_facts'],
		guests: ['author_id', 'decider_id', 'returner_id'],
		pages: ['id', 1000],
	},
	receipts: {
		owner: 'expense_id',
		file: 'RECEIPTS',
		stopped: ALL,
	},
	receipt_drafts: {
		owner: 'employee_id',
		own: ['machine_facts'],
		file: 'RECEIPTS',
		stopped: { ...ALL, by: ['company_id'] },
	},
	receipt_addresses: {
		owner: 'employee_id',
		personal: 'rows',
		credential: ['hash'],
		sealed: ['sealed'],
		// No mail to an address is counted.
		stopped: { update: 'refused', by: ['company_id'] },
	},

	// Balances, payroll and employment
	budget_expiries: { owner: 'employee_id' },
	payroll_settings: { owner: 'company_id', reset: 'kept' },
	payroll_held_over: { owner: 'run_id' },
	payroll_files: { owner: 'run_id', guests: ['author_id'] },
	payroll_file_names: { owner: 'employee_id', personal: 'rows' },
	cut_offs: { owner: 'company_id' },

	// Administration
	webhook_endpoints: {
		owner: 'company_id',
		sealed: ['secret', 'previous_secret'],
		reset: 'kept',
		// The sender passes over endpoints. The new database sends to them.
		stopped: { update: 'ignored' },
	},
	webhook_deliveries: {
		owner: 'company_id',
		pages: ['id', 1000],
		isForOwner: false,
		// No delivery ends. The new database repeats it.
		stopped: { insert: 'refused', update: 'refused' },
	},
	proposals: {
		owner: 'company_id',
		internal: ['version', 'date_due'],
		personal: ['parameters', 'query', 'body', 'reason', 'decline_reason', 'difference', 'version'],
		guests: ['author_id', 'person_id', 'decider_id'],
		pages: ['id', 100],
	},
	proposal_subjects: { owner: 'proposal_id', pages: ['proposal_id', 500] },
	calendar_addresses: { owner: 'company_id', credential: ['hash'], reset: 'kept' },
	job_runs: { owner: 'database' },
	request_counts: { owner: 'database', isUnsaved: true },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof TABLES;

/** The tables whose row says this. */
export type TablesWith<Said> = {
	[Name in TableName]: (typeof TABLES)[Name] extends Said ? Name : never;
}[TableName];

/** All tables with their rows. */
export const CATALOGUE = Object.entries<Table>(TABLES) as [TableName, Table][];

/** Returns the row of a table; undefined for any other name, such as that of a newer table. */
export const rowOf = (name: string): Table | undefined => (TABLES as Record<string, Table>)[name];

/** Returns the names of the tables whose row fulfils a condition, in the order of the catalogue. */
export const tablesWhere = (fulfils: (table: Table) => unknown): TableName[] =>
	CATALOGUE.flatMap(([name, table]) => (fulfils(table) ? [name] : []));

/** True for tables whose rows belong to the company of a sandbox, so that a reset deletes them. */
export const isEmptied = ({ owner, reset }: Table): boolean =>
	reset === 'emptied' || (reset === undefined && owner !== 'database' && owner !== 'D1');

/** Returns the columns of a table that no operator may read. */
export const secretsIn = ({
	credential = [],
	sealed = [],
	secret = [],
}: Partial<Table> = {}): readonly string[] => [...credential, ...sealed, ...secret];
