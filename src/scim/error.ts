import { REFUSALS, Refusal } from '../core/refusals.ts';

/** A refusal in the words of RFC 7644, section 3.12. */
export class ScimError extends Error {
	readonly status: number;
	readonly scimType: string | undefined;

	constructor(status: number, detail: string, scimType?: string) {
		super(detail);
		this.status = status;
		this.scimType = scimType;
	}
}

/** What of our own refusals has a word there. */
const TYPES: Partial<Record<Refusal['code'], string>> = {
	malformed_json: 'invalidSyntax',
	validation_failed: 'invalidValue',
	email_taken: 'uniqueness',
	personnel_number_taken: 'uniqueness',
};

export const asScimError = (error: unknown): ScimError | null => {
	if (error instanceof ScimError) return error;
	if (!(error instanceof Refusal)) return null;
	const { code, message } = error as Refusal;
	return new ScimError(REFUSALS[code].status, message, TYPES[code]);
};
