/** Hands the workspace and the uploads to what is shown inside the text. */
import { createContext } from "react";
import type { Uploads } from "../upload/uploads";
import type { WorkspaceContext } from "../workspaceContext";

export const WorkspaceOfNote = createContext<WorkspaceContext | undefined>(undefined);
export const UploadsOfNote = createContext<Uploads | undefined>(undefined);
