/** What JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** One object of the API, or one row of the store. */
export type Row = { [key: string]: Json };
