/** Milliseconds of a round trip from a Worker to each database; `forward` is that to the Worker beside the primary. */
export interface Distances {
	primary: number;
	copy: number;
	forward?: number;
}

/** The bookmark of the copy, which is always new enough. */
export const BOOKMARK = '00000000-00000001-00000000-00000000000000000000000000000000';
