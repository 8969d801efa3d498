import { defineConfig } from "vite";
import { guildhallApp } from "../tools/vite-app.ts";

export default defineConfig(guildhallApp("http://localhost:8080"));
