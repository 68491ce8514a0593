import type { StoredEventType } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';

export interface EventFilter {
	companyId?: string | undefined;
	/** The id of the employee, user or company that the change is about. */
	subject?: string | undefined;
	type?: StoredEventType | undefined;
	since?: Instant | undefined;
}
